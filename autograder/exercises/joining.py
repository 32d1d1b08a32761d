"""``cat`` and ``stack``: ops on several tensors (notebook 05)."""

from __future__ import annotations

from .exercise import Case, Exercise, Shape, table
from .values import grid

VERB = (3, 5)  # one verb's scores: person, tense


def _case(
    name: str, *shapes: Shape, dtype: str = "float64", flags: tuple = (), **axis: int
) -> Case:
    return Case(shapes, kwargs=axis, dtype=dtype, flags=flags, name=name)


def _joined(shape: Shape, *others: Shape) -> tuple[Case, ...]:
    """What both ops must bear, on tensors of one shape."""
    return (
        _case("one tensor", shape),
        _case("three tensors", shape, shape, shape),
        _case("the last axis by a negative number", shape, shape, axis=-1),
        Case((shape, shape), (1,), name="axis by position"),
        _case("one element each", (1,), (1,)),
        _case("no elements", (0, 2), (0, 2), axis=1),
        _case("float32", shape, shape, dtype="float32"),
        _case("a constant between", shape, shape, shape, flags=(True, False, True)),
        _case("a constant first", shape, shape, flags=(False, True), axis=1),
    )


JOINING = table(
    [
        Exercise(
            "cat",
            torch=lambda t, tensors, axis=0: t.cat(tensors, axis),
            draws=lambda d: d.cats(),
            picked=(
                _case("", VERB, (2, 5)),
                _case("", VERB, (3, 2), axis=1),
                _case("", (20, 3, 5), (20, 3, 1), axis=-1),
                _case("", (5,), (5,)),
                _case("", (3, 3), (3, 3), (3, 3), axis=1),
            ),
            edges=(
                *_joined(VERB),
                _case("of different lengths", (2, 3), (1, 3), (4, 3)),
                _case("of different lengths, last axis", (2, 3), (2, 1), (2, 4), axis=1),
                _case("a middle axis", (2, 1, 3), (2, 4, 3), axis=1),
                _case("a middle axis by a negative number", (2, 1, 3), (2, 4, 3), axis=-2),
                _case("one of them empty", (0, 3), (2, 3)),
                _case("an empty one in the middle", (2, 3), (0, 3), (1, 3)),
                _case("different lengths, float32", (2, 3), (1, 3), dtype="float32"),
            ),
            twin=Case(leaves=(grid(*VERB),) * 2),
            points=3,
        ),
        Exercise(
            "stack",
            torch=lambda t, tensors, axis=0: t.stack(tensors, axis),
            draws=lambda d: d.stacks(),
            picked=(
                _case("", VERB, VERB),
                _case("", VERB, VERB, axis=1),
                _case("", (5,), (5,), (5,), axis=-1),
                _case("", (3, 3), (3, 3), (3, 3), axis=1),
            ),
            edges=(
                *_joined(VERB),
                _case("scalars", (), (), ()),
                _case("scalars, axis said", (), (), axis=-1),
                _case("an axis behind all others", VERB, VERB, axis=2),
                _case("an axis before the last", VERB, VERB, axis=-2),
                _case("three of rank 3", (2, 3, 4), (2, 3, 4), (2, 3, 4), axis=2),
            ),
            twin=Case(leaves=(grid(*VERB),) * 2),
            points=3,
        ),
    ]
)
