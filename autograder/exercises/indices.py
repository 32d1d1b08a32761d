"""Hypothesis strategies of indices: all that may stand between ``x[`` and ``]``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import strategies as st

from .exercise import Shape

Draw = Callable[[Any], Any]


@st.composite
def indices(draw: Draw, shape: Shape) -> Any:
    """An index into an array of that shape: basic, or with arrays, lists and masks."""
    left_out = draw(st.sampled_from([0, 0, 0, 1, 2]))
    axes = list(shape[: max(len(shape) - left_out, 0)])
    kind = draw(st.sampled_from(["basic", "basic", "one array", "arrays", "mask"]))
    if kind == "mask" and axes:
        return draw(_mask(tuple(axes)))
    parts = [draw(_basic(side)) for side in axes]
    wanted = {"one array": 1, "arrays": 2}.get(kind, 0)
    lengths = draw(st.sampled_from([(4,), (1,), (2, 3), (6,)]))
    full = [number for number, side in enumerate(axes) if side]
    for number in draw(st.permutations(full))[:wanted]:
        parts[number] = draw(_array(axes[number], lengths))
    parts = draw(_spiced(parts))
    return parts[0] if len(parts) == 1 and draw(st.booleans()) else tuple(parts)


@st.composite
def _basic(draw: Draw, side: int) -> Any:
    """A number (where the axis has any element) or a slice, forwards or backwards."""
    if side and draw(st.booleans()):
        return draw(st.integers(-side, side - 1))
    step = draw(st.sampled_from([None, None, 2, -1, -2]))
    ends = st.sampled_from([None, None, None, 0, 1, -1, -2, side, side + 1])
    return slice(draw(ends), draw(ends), step)


@st.composite
def _array(draw: Draw, side: int, shape: Shape) -> Any:
    """Numbers of one axis, repeated and negative ones among them; an array or a list."""
    rng = np.random.default_rng(draw(st.integers(0, 2**16)))
    numbers = rng.integers(-side, side, shape)
    return numbers.tolist() if draw(st.booleans()) else numbers


@st.composite
def _mask(draw: Draw, shape: Shape) -> Any:
    """A mask of the first axes."""
    rng = np.random.default_rng(draw(st.integers(0, 2**16)))
    return rng.random(shape) < draw(st.sampled_from([0.5, 0.2, 1.0]))


@st.composite
def _spiced(draw: Draw, parts: list[Any]) -> list[Any]:
    """The parts with a new axis, or an ellipsis behind the last, among them."""
    parts = list(parts)
    if draw(st.integers(0, 4)) == 4:
        parts.insert(draw(st.integers(0, len(parts))), None)
    if draw(st.integers(0, 4)) == 4 or not parts:
        parts.append(Ellipsis)
    return parts
