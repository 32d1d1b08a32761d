"""The three ops that a model stands and falls with: matmul, softmax, cross-entropy."""

from __future__ import annotations

from typing import Any

import numpy as np

from .exercise import Case, Exercise, Shape, table
from .values import grid

VERB, GRID = (3, 5), (20, 3, 5)  # one verb's logits (person, tense), and all of them
HIDDEN = (5, 4)  # a projection of the tenses to four hidden states


def _pair(name: str, a: Shape, b: Shape, **more: Any) -> Case:
    return Case((a, b), name=name, **more)


MATMUL = Exercise(
    "matmul",
    torch=lambda t, a, b: t.matmul(a, b),
    draws=lambda d: d.matmuls(),
    picked=(
        _pair("", VERB, HIDDEN),
        _pair("", (4, 4), (4, 4)),
        _pair("", GRID, HIDDEN),
        _pair("", GRID, (20, 5, 3)),
        _pair("", VERB, (5,)),
        _pair("", (3,), VERB),
        _pair("", (5,), (5,)),
    ),
    edges=(
        _pair("square batches", (2, 3, 3), (2, 3, 3)),
        _pair("square, a batch on the right alone", (3, 3), (2, 3, 3)),
        _pair("square, a batch on the left alone", (2, 3, 3), (3, 3)),
        _pair("a batch on the right alone", VERB, (2, 5, 4)),
        _pair("batches that broadcast both ways", (2, 1, 3, 4), (5, 4, 2)),
        _pair("a batch axis of length 1", (1, 3, 4), (6, 4, 2)),
        _pair("a batch axis of length 1 on the right", (6, 3, 4), (1, 4, 2)),
        _pair("a batch times a vector", (2, 3, 4), (4,)),
        _pair("a vector times a batch", (4,), (2, 4, 3)),
        _pair("rank 4 times a vector", (2, 3, 4, 5), (5,)),
        _pair("a vector times rank 4", (4,), (2, 3, 4, 5)),
        _pair("a row times a column", (1, 5), (5, 1)),
        _pair("a column times a row", (5, 1), (1, 3)),
        _pair("one element each", (1, 1), (1, 1)),
        _pair("vectors of one element", (1,), (1,)),
        _pair("nothing to sum over", (2, 0), (0, 3)),
        _pair("no rows", (0, 4), (4, 2)),
        _pair("no columns", (2, 4), (4, 0)),
        _pair("an empty batch", (0, 2, 3), (3, 4)),
        _pair("vectors of no elements", (0,), (0,)),
        _pair("float32", VERB, HIDDEN, dtype="float32"),
        _pair("float32 vectors", (5,), (5,), dtype="float32"),
        Case(leaves=(np.zeros(VERB), grid(*HIDDEN)), name="zeros first"),
    ),
    twin=Case(leaves=(grid(3, 3) - 0.4,) * 2),
    points=6,
)


def _along(shape: Shape, name: str = "", *args: int, **axis: int) -> Case:
    return Case((shape,), args, axis, name=name)


def _values(name: str, *rows: Any, dtype: Any = float, **axis: int) -> Case:
    array = np.array(rows if len(rows) > 1 else rows[0], dtype=dtype)
    return Case(kwargs=axis, leaves=(array,), name=name)


SOFTMAX = Exercise(
    "softmax",
    torch=lambda t, x, axis=-1: t.softmax(x, axis),
    draws=lambda d: d.softmaxes(),
    picked=(
        _along(VERB),
        _along(VERB, axis=0),
        _along(GRID),
        _along(GRID, axis=1),
        _along((4, 4), axis=0),
        _along((5,)),
    ),
    edges=(
        _values("around 1000", [1000.0, 1001.0, 999.0]),
        _values("around -1000", [-1000.0, -1001.0, -999.0]),
        _values("from -1000 to 1000", [-1e3, 0.0, 1e3]),
        _values("1000, axis 0", [1e3, -1e3], [999.0, 1e3], axis=0),
        _values("far beyond", [1e6, 1e6 + 1, -1e6]),
        _values("one sure winner", [0.0, 50.0, 0.0], [50.0, 0.0, 0.0]),
        _values("ties", [1.0, 1.0, 0.0], [2.0, 2.0, 2.0]),
        _values("all zeros", np.zeros(VERB)),
        _values("rows of very different size", [1000.0, 999.0], [0.0, 1.0], [-1000.0, -999.0]),
        _along(VERB, "axis by position", 0),
        _along((2, 3, 4), "the middle axis", axis=1),
        _along((2, 3, 4), "the first axis by a negative number", axis=-3),
        _along((3, 3, 3), "equal sides, the middle axis", axis=1),
        _along((1,), "one class"),
        _along((3, 1), "one class a row"),
        _along((3, 0), "an empty axis"),
        _along((0,), "an empty vector"),
        _along((0, 3), "no rows"),
        _along((0, 3), "no rows, axis 0", axis=0),
        Case((VERB,), dtype="float32", name="float32"),
        _values("float32, around 1000", [1000.0, 1001.0, 999.0], dtype=np.float32),
    ),
    points=5,
)


def _cross_entropy(t: Any, logits: Any, targets: Any, reduction: str = "mean") -> Any:
    """PyTorch has the classes on axis 1 where there are several axes."""
    picked = t.as_tensor(np.asarray(targets), dtype=t.int64)
    moved = logits.movedim(-1, 1) if logits.ndim > 2 else logits
    return t.nn.functional.cross_entropy(moved, picked, reduction=reduction)


def _targets(shape: Shape, targets: Any, name: str = "", seed: int = 0, **more: Any) -> Case:
    """Logits of a shape and their targets."""
    kwargs = {"reduction": more.pop("reduction")} if "reduction" in more else {}
    return Case((shape,), (targets,), kwargs, seed, name=name, **more)


def _logits(name: str, logits: Any, targets: Any, dtype: Any = float, **kwargs: str) -> Case:
    """Logits of given values."""
    leaf = np.array(logits, dtype=dtype)
    return Case(args=(np.array(targets),), kwargs=kwargs, leaves=(leaf,), name=name)


def _tensors(name: str, logits: np.ndarray, targets: np.ndarray) -> Case:
    """Targets that come as a Tensor."""
    return Case(leaves=(logits, targets), name=name)


PERSONS = np.array([2, 0, 4])  # one tense a person
VERBS = (np.arange(60) * 7 % 5).reshape(20, 3)  # one tense for each verb and person
BATCH = np.array([0, 4, 1, 3, 2, 2, 0])  # (B,) integer targets in 0..4
RISING = grid(*VERB) - 0.7

CROSS_ENTROPY = Exercise(
    "cross_entropy",
    torch=_cross_entropy,
    draws=lambda d: d.cross_entropies(),
    picked=(
        _targets(VERB, PERSONS),
        _targets(VERB, PERSONS, reduction="sum"),
        _targets(VERB, PERSONS, reduction="none"),
        _targets((7, 5), BATCH),
        _targets(GRID, VERBS),
        _targets(GRID, VERBS, reduction="none"),
        _targets(GRID, VERBS, reduction="sum"),
    ),
    edges=(
        _logits("around 1000", [[1000.0, 1001.0, 999.0], [999.0, 1000.0, 1000.0]], [0, 1]),
        _logits("around -1000", [[-1000.0, -1001.0, -999.0]], [1]),
        _logits("sure and right", [[1e3, -1e3, -1e3], [-1e3, 1e3, 0.0]], [0, 1]),
        _logits("sure and wrong", [[1e3, -1e3, 0.0]], [1]),
        _logits("sure and wrong, sum", [[1e3, -1e3], [-1e3, 1e3]], [1, 1], reduction="sum"),
        _logits("sure and wrong, none", [[1e3, -1e3], [-1e3, 1e3]], [1, 1], reduction="none"),
        _logits("ties", [[1.0, 1.0, 1.0], [2.0, 2.0, 0.0]], [2, 0]),
        _logits("all zeros", np.zeros(VERB), PERSONS),
        _targets((4, 3), np.array([0, 0, 2, 2]), "the first and the last class"),
        _targets((4, 4), np.array([3, 1, 2, 0]), "as many rows as classes"),
        _targets((4, 4), np.array([3, 1, 2, 0]), "as many rows as classes, none", reduction="none"),
        _targets((4, 3), np.array([1, 1, 1, 1]), "the same class everywhere"),
        _targets((5,), np.array(3), "one row without a batch axis"),
        _targets((5,), np.array(3), "no batch axis, none", reduction="none"),
        _targets((1, 5), np.array([3]), "a batch of one"),
        _targets((3, 1), np.array([0, 0, 0]), "one class"),
        _targets((0, 5), np.zeros(0, dtype=int), "an empty batch, sum", reduction="sum"),
        _targets((0, 5), np.zeros(0, dtype=int), "an empty batch, none", reduction="none"),
        _targets((2, 3, 2, 5), np.arange(12).reshape(2, 3, 2) % 5, "rank 4"),
        _targets((2, 2, 2), np.array([[0, 1], [1, 0]]), "equal sides"),
        _targets(VERB, [2, 0, 4], "targets in a list"),
        _targets(VERB, PERSONS.astype(np.int32), "targets of int32"),
        _targets(VERB, PERSONS.astype(np.uint8), "targets of uint8"),
        Case((VERB,), (PERSONS, "sum"), name="reduction by position"),
        _tensors("targets in a Tensor", RISING, PERSONS),
        _targets(VERB, PERSONS, "float32", dtype="float32"),
        _targets(VERB, PERSONS, "float32, sum", dtype="float32", reduction="sum"),
        _targets(VERB, PERSONS, "float32, none", dtype="float32", reduction="none"),
        _targets(VERB, np.array([2, 5, 4]), "a target past the last class", refused=True),
        _targets(VERB, np.array([2, -1, 4]), "a negative target", refused=True),
        _targets(VERB, np.array([9, 0, 0]), "a target far out", reduction="none", refused=True),
        _targets(VERB, PERSONS, "an unknown reduction", reduction="average", refused=True),
    ),
    points=6,
)

HIGH_STAKES = table([MATMUL, SOFTMAX, CROSS_ENTROPY])
