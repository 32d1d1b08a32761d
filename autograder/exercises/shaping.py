"""Reductions and shape ops (notebook 05)."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograder.sandbox.program import Step

from .exercise import Case, Exercise, Shape, table

VERB, GRID = (3, 5), (20, 3, 5)  # one verb's scores (person, tense), and all of them


def _case(shape: Shape, name: str = "", *args: Any, dtype: str = "float64", **kwargs: Any) -> Case:
    """A case of one operand: its shape, a name, and the op's arguments."""
    return Case((shape,), args, kwargs, dtype=dtype, name=name)


def _reduce(t: Any, x: Any, how: str, axis: Any, keepdims: bool) -> Any:
    """PyTorch's reduction; it takes an empty tuple for all axes, NumPy for none."""
    axes = tuple(range(x.ndim)) if axis is None else axis
    if axes == () and x.ndim:
        return x * 1.0
    return getattr(t, how)(x, dim=axes, keepdim=keepdims)


_REDUCTIONS = (
    _case(VERB, axis=0),
    _case(VERB),
    _case(VERB, axis=1),
    _case(VERB, axis=1, keepdims=True),
    _case(GRID, axis=(0, 2)),
    _case(GRID, axis=-1, keepdims=True),
    _case((4, 4), axis=0),
    _case((4, 4), axis=1),
)
_REDUCTION_EDGES = (
    _case((2, 3, 4), "a tuple out of order", axis=(2, 0)),
    _case((2, 3, 4), "a tuple out of order, kept", axis=(2, 0), keepdims=True),
    _case((2, 3, 4), "negative and positive axes", axis=(-1, 0)),
    _case((2, 3, 4), "negative axes out of order", axis=(-1, -3), keepdims=True),
    _case((2, 3, 4), "a tuple of one", axis=(1,)),
    _case((2, 3, 4), "every axis, out of order", axis=(1, 2, 0)),
    _case((2, 3, 4), "all, kept", keepdims=True),
    _case((2, 3, 2), "a middle axis", axis=1),
    _case((3, 3, 3), "equal sides", axis=1),
    _case(VERB, "axis by position", 0),
    _case(VERB, "axis and keepdims by position", 0, True),
    _case(VERB, "axis None said", axis=None),
    _case(VERB, "an empty tuple of axes", axis=()),
    _case((), "a scalar"),
    _case((), "a scalar, kept", keepdims=True),
    _case((1,), "one element"),
    _case((1, 1, 3), "axes of length 1", axis=(0, 1)),
    _case((0, 3), "no rows", axis=1),
    _case((0, 3), "no rows, kept", axis=1, keepdims=True),
    _case(VERB, "float32", axis=0, dtype="float32"),
    _case(VERB, "float32, all", dtype="float32"),
    _case(VERB, "float32, kept", axis=-1, keepdims=True, dtype="float32"),
)
_OVER_NOTHING = (
    _case((0,), "a sum over nothing"),
    _case((0, 3), "sums over nothing", axis=0),
    _case((0, 3), "sums over nothing, kept", axis=0, keepdims=True),
    _case((3, 0), "rows without elements", axis=1),
)
_ZEROS = Case(leaves=(np.zeros(VERB),), kwargs={"axis": 0}, name="zeros")


def _axes(axes: tuple, ndim: int) -> tuple[int, ...]:
    return axes or tuple(reversed(range(ndim)))


def _beside(name: str, *steps: Step) -> Case:
    """The op beside nodes made by hand, whose arrays lie in memory in another order."""
    return Case((VERB,), steps=steps, name=name)


def _reshape(operand: int, *shape: int) -> Step:
    return Step("reshape", (operand,), shape)


SHAPING = table(
    [
        Exercise(
            "sum",
            torch=lambda t, x, axis=None, keepdims=False: _reduce(t, x, "sum", axis, keepdims),
            draws=lambda d: d.reductions(),
            picked=_REDUCTIONS,
            edges=(*_REDUCTION_EDGES, *_OVER_NOTHING, _ZEROS),
            points=3,
        ),
        Exercise(
            "mean",
            torch=lambda t, x, axis=None, keepdims=False: _reduce(t, x, "mean", axis, keepdims),
            draws=lambda d: d.reductions(over_nothing=False),
            picked=_REDUCTIONS,
            edges=(*_REDUCTION_EDGES, _ZEROS),
            points=3,
        ),
        Exercise(
            "reshape",
            torch=lambda t, x, *shape: x.reshape(*shape),
            draws=lambda d: d.reshapes(),
            picked=(
                _case(VERB, "", 5, 3),
                _case(VERB, "", 15),
                _case(GRID, "", 60, 5),
                _case(GRID, "", 20, 15),
                _case((15,), "", 3, 5),
            ),
            edges=(
                _case((2, 3, 4), "one -1", 4, -1),
                _case((2, 3, 4), "-1 alone", -1),
                _case((2, 3, 4), "-1 in the middle", 2, -1, 2),
                _case(VERB, "a tuple", (5, 3)),
                _case(VERB, "a tuple with -1", (-1, 3)),
                _case((), "a scalar to one element", 1),
                _case((), "a scalar to (1, 1)", (1, 1)),
                _case((1,), "one element to a scalar", ()),
                _case(VERB, "the same shape", 3, 5),
                _case((6,), "axes of length 1 added", 1, 6, 1),
                _case((1, 6, 1), "axes of length 1 dropped", 6),
                _case((0, 3), "no elements", 3, 0),
                _case((0, 3), "no elements, -1", -1, 3),
                _case((2, 0, 3), "no elements, to rank 1", 0),
                _case((3, 3), "a square to the same square", 3, 3),
                _case(VERB, "float32", 5, 3, dtype="float32"),
                _beside("a transposed tensor", Step("hand.transpose", (0,)), _reshape(1, 3, 5)),
                _beside(
                    "behind it a transposition", _reshape(0, 5, 3), Step("hand.transpose", (1,))
                ),
            ),
        ),
        Exercise(
            "transpose",
            torch=lambda t, x, *axes: x.permute(_axes(axes, x.ndim)),
            draws=lambda d: d.transposes(),
            picked=(
                _case(VERB),
                _case(GRID, "", 0, 2, 1),
                _case(GRID),
                _case(GRID, "", 1, 2, 0),
                _case((4, 4)),
                _case((3, 3, 3), "", 2, 0, 1),
            ),
            edges=(
                _case((2, 3, 4), "a cycle", 1, 2, 0),
                _case((2, 3, 4), "the other cycle", 2, 0, 1),
                _case((2, 3, 4, 5), "a cycle of four", 1, 2, 3, 0),
                _case((2, 3, 4), "negative axes", -1, 0, 1),
                _case((2, 3, 4), "all negative", -2, -1, -3),
                _case((2, 3, 4), "nothing moved", 0, 1, 2),
                _case((2, 3, 4), "reversed by default"),
                _case((5,), "rank 1"),
                _case((5,), "rank 1, axis said", 0),
                _case((), "rank 0"),
                _case((1, 3), "a row"),
                _case((0, 3), "no elements"),
                _case((2, 0, 3), "no elements, a cycle", 1, 2, 0),
                _case(VERB, "float32", dtype="float32"),
            ),
            points=3,
        ),
        Exercise(
            "broadcast_to",
            torch=lambda t, x, shape: x.broadcast_to(shape),
            draws=lambda d: d.broadcasts(),
            picked=(
                _case((5,), "", VERB),
                _case((3, 1), "", VERB),
                _case(VERB, "", GRID),
                _case((20, 1, 5), "", GRID),
                _case((4,), "", (4, 4)),
                _case((4, 1), "", (4, 4)),
            ),
            edges=(
                _case((), "a scalar", VERB),
                _case((1,), "one element", VERB),
                _case((1, 1), "one element of rank 2", (2, 1, 3)),
                _case(VERB, "the same shape", VERB),
                _case((), "a scalar to a scalar", ()),
                _case((3, 1, 1), "two stretched axes", (2, 3, 4, 5)),
                _case((1, 3, 1, 5), "two stretched axes apart", (2, 3, 4, 5)),
                _case((1, 3), "an axis of length 1 that stays", (1, 3)),
                _case((1, 3), "stretched to nothing", (0, 3)),
                _case((3,), "an added axis of length 0", (0, 3)),
                _case((0,), "no elements", (2, 0)),
                _case((5,), "float32", VERB, dtype="float32"),
                _case((3, 1), "float32, stretched", VERB, dtype="float32"),
            ),
        ),
    ]
)
