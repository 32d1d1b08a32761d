"""``getitem``: all that may stand between ``x[`` and ``]`` (notebook 05)."""

from __future__ import annotations

from typing import Any

import numpy as np

from .exercise import Case, Exercise, Shape

VERB, GRID = (3, 5), (20, 3, 5)  # one verb's scores (person, tense), and all of them


def _gathered(t: Any, x: Any, index: Any) -> Any:
    """NumPy says which elements an index means, PyTorch gathers them and scatters the gradient."""
    numbers = np.array(np.arange(x.numel()).reshape(tuple(x.shape))[index])
    return x.reshape(-1)[t.from_numpy(numbers.reshape(-1))].reshape(numbers.shape)


def _index(shape: Shape, name: str, *index: Any, **more: Any) -> Case:
    """``x[index]``, with the index as it would be written between the brackets."""
    return Case((shape,), (index[0] if len(index) == 1 else index,), name=name, **more)


_ROWS = np.array([0, 2, 2, 0, 2])
_MASK = np.array([True, False, True])

GETITEM = Exercise(
    "getitem",
    torch=_gathered,
    draws=lambda d: d.getitems(),
    picked=(
        _index(VERB, "", slice(1, 3)),
        _index(VERB, "", 1),
        _index(VERB, "", slice(None), slice(None, 2)),
        _index(GRID, "", 4, slice(None), 2),
        _index(VERB, "", _ROWS),
        _index(GRID, "", np.arange(20), np.arange(20) % 3, np.arange(20) % 5),
    ),
    edges=(
        _index(VERB, "repeated rows", [1, 1, 1]),
        _index((5,), "one element three times", [2, 2, 2]),
        _index(VERB, "repeated pairs", [0, 0, 2], [1, 1, 3]),
        _index(VERB, "pairs, one for each row", np.arange(3), np.array([4, 0, 4])),
        _index((5,), "a table of repeats", np.array([[0, 0], [4, 0]])),
        _index((5,), "the same element from both ends", [0, -5, 4, -1]),
        _index(VERB, "negative", -1),
        _index(VERB, "one element", 1, 2),
        _index(VERB, "a tuple of one", (1,)),
        _index((5,), "every other one", slice(None, None, 2)),
        _index((5,), "backwards", slice(None, None, -1)),
        _index(VERB, "backwards by two", slice(None), slice(None, None, -2)),
        _index((5,), "a slice past the end", slice(3, 99)),
        _index((5,), "an empty slice", slice(3, 3)),
        _index((5,), "an empty list", np.array([], dtype=int)),
        _index((2, 3, 4), "an ellipsis", Ellipsis, 1),
        _index((2, 3, 4), "an ellipsis in the middle", 0, Ellipsis, slice(1, 3)),
        _index((2, 3, 4), "an ellipsis alone", Ellipsis),
        _index(VERB, "a new axis", None),
        _index(VERB, "new axes around", None, slice(None), None, 2),
        _index(VERB, "a mask of rows", _MASK),
        _index((2, 3), "a mask of elements", np.array([[True, False, True], [False, True, True]])),
        _index((3,), "a mask of nothing", np.zeros(3, dtype=bool)),
        _index((4, 3), "a mask and a slice", np.array([True, False, True, True]), slice(1, 3)),
        _index((2, 3, 4), "an array behind a slice", slice(None), [0, 0, 2]),
        _index((2, 3, 4), "arrays with a slice between", [0, 1, 1], slice(None), [3, 3, 0]),
        _index((2, 3, 4), "arrays that broadcast", [[0], [1]], [[0, 2, 2]]),
        _index((2, 3, 4), "a number, a slice, an array", 1, slice(None), [0, 0]),
        _index((), "a scalar, ellipsis", Ellipsis),
        _index((), "a scalar, new axis", None),
        _index((0, 3), "no rows", slice(None), 1),
        _index(VERB, "float32", [0, 0, 2], dtype="float32"),
        _index(VERB, "float32, one element", 1, 1, dtype="float32"),
    ),
    points=4,
)
