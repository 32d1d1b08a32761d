"""What every Hypothesis strategy of cases is made of: seeds, dtypes, shapes, axes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from .exercise import Shape

RANK = 4  # the highest rank drawn
SIDE = 8  # the longest side drawn
EMPTY = 8  # one shape in so many holds no elements: they show little
ELEMENTS = 500  # the most elements of one operand: examples stay quick and can be shown

Draw = Callable[[Any], Any]
seeds = st.integers(0, 2**16)
dtypes = st.sampled_from(["float64"] * 9 + ["float32"])


@st.composite
def shapes(
    draw: Draw, low: int = 0, high: int = RANK, shortest: int = 0, limit: int = ELEMENTS
) -> Shape:
    """A shape of rank ``low`` to ``high``; one in eight has an axis of length 0, if that may be."""
    sides = [draw(st.integers(1, SIDE)) for _ in range(draw(st.integers(low, high)))]
    while math.prod(sides) > limit:
        sides[sides.index(max(sides))] //= 2
    if sides and not shortest and draw(st.integers(0, EMPTY - 1)) == EMPTY - 1:
        sides[draw(st.integers(0, len(sides) - 1))] = 0
    return tuple(sides)


@st.composite
def narrower(draw: Draw, shape: Shape) -> Shape:
    """A shape that broadcasts to ``shape``: axes dropped in front, others of length 1."""
    kept = shape[draw(st.sampled_from([0, 0, *range(len(shape) + 1)])) :]
    return tuple(draw(st.sampled_from([side, side, 1])) for side in kept)


@st.composite
def broadcastable(draw: Draw, shape: Shape) -> tuple[Shape, Shape]:
    """Two shapes that broadcast with each other, and not beyond ``shape``."""
    return draw(st.one_of(st.just(shape), narrower(shape))), draw(narrower(shape))


@st.composite
def either_way(draw: Draw, axis: int, rank: int) -> int:
    """An axis, counted from the front or from the back."""
    return draw(st.sampled_from([axis, axis - rank]))


@st.composite
def some_axis(draw: Draw, rank: int) -> int:
    """One axis of a rank, counted from the front or from the back."""
    return draw(st.integers(-rank, rank - 1))


@st.composite
def some_axes(draw: Draw, axes: list[int], rank: int) -> tuple[int, ...]:
    """One or more of the axes, in any order, each counted from either end."""
    order = draw(st.permutations(axes))[: draw(st.integers(1, len(axes)))]
    return tuple(draw(either_way(axis, rank)) for axis in order)
