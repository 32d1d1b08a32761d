"""Strategies of notebooks 04 and 08, judged by what they draw: all valid, nothing left out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from autograder.sandbox.program import Program
from autograder.verdict import Example

from .function import Arrays, Complaint, Function

BESIDE = ("torch", "hypothesis")
RANK, SIDE = 4, 5  # the most axes, and the longest side, that the exercises ask for
DRAWS = 300  # enough to meet each kind of shape, where a strategy draws it at all
MOST_ROUNDS = 1000  # with one seed of the course
ROUND = 15  # draws for one seed
VARIED = 0.1  # different shapes for each draw, at least; those of the lessons have 0.3 and more
FRESH = 0.5  # different arrays for each pair, at least; the lesson's has 1.1 and more

Shape = tuple[int, ...]
Pair = tuple[Shape, Shape]
Kinds = dict[str, Callable[[Any], bool]]


class InvalidError(ValueError):
    """A draw is not what it should be; the message says what it is."""


def _many_draws(name: str) -> Callable[[int, int], Iterable[Example]]:
    """The one example of a strategy: as many draws as the budget has examples."""

    def examples(seed: int, count: int) -> Iterable[Example]:
        rounds = range(max(count // ROUND, 1))
        seeds = tuple(seed * MOST_ROUNDS + number for number in rounds)
        options = {"function": name, "examples": ROUND, "seeds": seeds}
        yield Example("", Program((), (), probe="draws", options=options), judged="draws")

    return examples


def read(values: Arrays) -> list[Any]:
    """What was drawn, from what travelled: tuples, lists, integers, arrays, texts for the rest."""
    drawn = values["drawn"]
    assert drawn is not None
    return [_read(tree, values) for tree in json.loads(drawn.tobytes().decode("utf-8"))]


def _read(tree: Any, values: Arrays) -> Any:
    if isinstance(tree, int):
        return tree
    kind, *parts = tree
    if kind == "array":
        return values[f"array{int(parts[0])}"]
    if kind == "other":
        return str(parts[0])
    read_parts = [_read(part, values) for part in parts]
    return tuple(read_parts) if kind == "tuple" else read_parts


def _judge(
    valid: Callable[[Any], Any], kinds: Kinds
) -> Callable[[Example, Arrays], Iterator[Complaint]]:
    """Every draw is valid, and every kind is met.

    valid  the draw as the kinds want to see it; InvalidError if it is not what it should be
    """

    def judge(example: Example, values: Arrays) -> Iterator[Complaint]:
        found = []
        for draw in read(values):
            try:
                found.append(valid(draw))
            except InvalidError as error:
                yield Complaint(f"it draws {error}")
                return
        never = [kind for kind, belongs in kinds.items() if not any(map(belongs, found))]
        if never:
            yield Complaint(f"among {len(found)} draws there is never {', never '.join(never)}")
        different = len(set(map(_shapes, found)))
        if different < VARIED * len(found):
            yield Complaint(
                f"{len(found)} draws hold only {different} different shapes: does it choose from a "
                "list? Then your tests meet what you thought of, and nothing else"
            )

    return judge


def _shapes(draw: Any) -> Any:
    """A draw without values: a shape or a pair of shapes as it is, of arrays their shapes."""
    return tuple(part.shape if isinstance(part, np.ndarray) else part for part in draw)


def _shape(draw: Any, shortest: int) -> Shape:
    """A tuple of integers in the range that is asked for."""
    if not isinstance(draw, tuple):
        raise InvalidError(f"{_said(draw)}, expected a tuple of integers")
    if not all(isinstance(side, int) for side in draw):
        raise InvalidError(f"{_said(draw)}, expected a tuple of integers")
    if len(draw) > RANK:
        raise InvalidError(f"{draw}, which has {len(draw)} axes, expected up to {RANK}")
    if not all(shortest <= side <= SIDE for side in draw):
        raise InvalidError(f"{draw}, expected sides from {shortest} to {SIDE}")
    return draw


def _said(draw: Any) -> str:
    if isinstance(draw, np.ndarray):
        return f"an array of shape {draw.shape}"
    if isinstance(draw, (list, tuple)) and any(isinstance(part, np.ndarray) for part in draw):
        return f"a {type(draw).__name__} of {len(draw)} with an array in it"
    return str(draw)[:100]


def _is_pair(draw: Any, of: str) -> tuple[Any, Any]:
    if not isinstance(draw, (tuple, list)) or len(draw) != 2:
        raise InvalidError(f"{_said(draw)}, expected a pair of {of}")
    return draw[0], draw[1]


def _fit(a: Shape, b: Shape) -> Pair:
    try:
        np.broadcast_shapes(a, b)
    except ValueError:
        raise InvalidError(f"{a} and {b}, which do not broadcast") from None
    return a, b


# what a shape must have: each axis's length on both sides, from the right, where both have one
def _sides(pair: Pair) -> Sequence[tuple[int, int]]:
    return list(zip(reversed(pair[0]), reversed(pair[1]), strict=False))


def _stretched(which: int) -> Callable[[Pair], bool]:
    return lambda pair: any(s[which] == 1 and s[1 - which] > 1 for s in _sides(pair))


BOTH = "a pair in which both are stretched, on different axes"
PAIRS: Kinds = {
    "a pair of equal shapes": lambda pair: pair[0] == pair[1] and len(pair[0]) > 0,
    "a first shape with fewer axes than the second": lambda pair: len(pair[0]) < len(pair[1]),
    "a second shape with fewer axes than the first": lambda pair: len(pair[0]) > len(pair[1]),
    "a first shape that is stretched (1 against more)": _stretched(0),
    "a second shape that is stretched (1 against more)": _stretched(1),
    BOTH: lambda pair: _stretched(0)(pair) and _stretched(1)(pair),
    "the shape ()": lambda pair: () in pair,
    "a pair of 3 or 4 axes": lambda pair: max(map(len, pair)) > 2,
}

BROADCASTABLE_PAIRS = Function(
    "broadcastable_pairs",
    "04-broadcasting",
    asks=_many_draws("broadcastable_pairs"),
    judges={
        "draws": _judge(
            lambda draw: _fit(*(_shape(part, 1) for part in _is_pair(draw, "shapes"))), PAIRS
        )
    },
    beside=BESIDE,
    few=DRAWS,
    cpu=20.0,
)


SHAPES: Kinds = {
    **{
        f"a shape of {rank} {'axis' if rank == 1 else 'axes'}" if rank else "the shape ()": (
            lambda shape, rank=rank: len(shape) == rank
        )
        for rank in range(RANK + 1)
    },
    "a side of 0": lambda shape: 0 in shape,
    "a side of 1 beside a longer one": lambda shape: 1 in shape and max(shape) > 1,
    "a rectangle (two sides of different length, both above 1)": lambda shape: (
        len({side for side in shape if side > 1}) > 1
    ),
}

SHAPE = Function(
    "shapes",
    "08-two-oracles",
    asks=_many_draws("shapes"),
    judges={"draws": _judge(lambda draw: _shape(draw, 0), SHAPES)},
    beside=BESIDE,
    few=DRAWS,
    cpu=20.0,
)


def _arrays(draw: Any) -> tuple[np.ndarray, np.ndarray]:
    """Two float64 arrays that broadcast."""
    pair = _is_pair(draw, "arrays")
    for part in pair:
        if not isinstance(part, np.ndarray):
            raise InvalidError(f"{_said(part)} in a pair, expected two arrays")
        if part.dtype != np.float64:
            raise InvalidError(f"an array of dtype {part.dtype}, expected float64")
        if part.ndim > RANK:
            raise InvalidError(f"an array of {part.ndim} axes, expected up to {RANK}")
        if not np.isfinite(part).all():
            raise InvalidError("an array that holds nan or infinity")
    _fit(pair[0].shape, pair[1].shape)
    return pair


def _of_shapes(belongs: Callable[[Pair], bool]) -> Callable[[Any], bool]:
    return lambda pair: belongs((pair[0].shape, pair[1].shape))


def _judge_operands(example: Example, values: Arrays) -> Iterator[Complaint]:
    kinds: Kinds = {k: _of_shapes(f) for k, f in PAIRS.items() if k != BOTH}
    kinds["a side of 0"] = lambda pair: 0 in pair[0].shape or 0 in pair[1].shape
    complaints = list(_judge(_arrays, kinds)(example, values))
    yield from complaints
    if not complaints:
        yield from _of_values([_arrays(draw) for draw in read(values)])


def _of_values(pairs: Sequence[tuple[np.ndarray, np.ndarray]]) -> Iterator[Complaint]:
    """Values that let mistakes show: new ones, different within an array, and between two."""
    several = [x for pair in pairs for x in pair if x.size > 1]
    alike = sum(len(np.unique(x)) < x.size for x in several)
    if 2 * alike > len(several):
        yield Complaint(
            "most arrays hold the same number more than once: with equal numbers, a gradient that "
            "belongs to another element looks right"
        )
    both = [(a, b) for a, b in pairs if a.size and b.size]
    same = sum(a.flat[0] == b.flat[0] for a, b in both)
    if 2 * same > len(both):
        yield Complaint(
            "in most pairs both arrays begin with the same number: are both made from one seed? "
            "Then a body that takes one operand for the other is right"
        )
    total = np.concatenate([x.ravel() for pair in pairs for x in pair])
    if len(total) and (np.isin(total, (0.0, 1.0)).mean() > 0.5):
        yield Complaint("most numbers are 0 or 1, with which many wrong products are right")
    elif len(total) and not (total < 0).any():
        yield Complaint("no number is negative", "")
    arrays = {(x.shape, x.tobytes()) for pair in pairs for x in pair}
    if len(arrays) < FRESH * len(pairs):
        yield Complaint(
            f"{len(pairs)} pairs hold only {len(arrays)} different arrays: is the seed of their "
            "values drawn, too?"
        )


OPERANDS = Function(
    "operands",
    "08-two-oracles",
    asks=_many_draws("operands"),
    judges={"draws": _judge_operands},
    uses=("shapes", "broadcastable_pairs"),
    beside=BESIDE,
    few=DRAWS,
    cpu=20.0,
)
