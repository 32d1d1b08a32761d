"""The four arithmetic ops, which broadcast both ways (notebook 04)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .exercise import Case, Exercise, table
from .values import Domain, grid, nonzero, spread

VERB, GRID = (3, 5), (20, 3, 5)  # one verb's scores (person, tense), and all of them

_PICKED = (
    Case((VERB, (5,))),
    Case((VERB, VERB)),
    Case(((3, 1), VERB)),
    Case((GRID, VERB)),
    Case(((20, 1, 5), (3, 1))),
    Case(((5,), GRID)),
    Case(((4, 4), (4, 1))),
    Case(((), ())),
    Case((VERB, (5,)), flags=(True, False)),
    Case((VERB, (5,)), flags=(False, True)),
)


def _edges(second: np.ndarray) -> tuple[Case, ...]:
    """``second`` holds the second operand's values where a case gives the first one's."""
    return (
        Case(((0, 3), (3,)), name="no elements, a row beside"),
        Case(((2, 0), (2, 1)), name="an axis of length 1 stretched to 0"),
        Case(((0,), (0,)), name="no elements"),
        Case(((1, 1), (1,)), name="one element each"),
        Case(((1, 5), (3, 1)), name="both operands stretched"),
        Case(((), VERB), name="a scalar and a matrix"),
        Case((VERB, ()), name="a matrix and a scalar"),
        Case(((1, 3, 1), (2, 1, 4)), name="stretched in turn"),
        Case(((2, 1, 3), (2, 2, 3)), name="a stretched axis in the middle"),
        Case(((2, 2, 3, 4), (1, 4)), name="two added axes and a stretched one"),
        Case(((5, 5), (5,)), name="a square and a row"),
        Case(((), VERB), flags=(False, True), name="a plain number first"),
        Case((VERB, ()), flags=(True, False), name="a plain number second"),
        Case((VERB, VERB), dtype="float32", name="float32"),
        Case((VERB, (3, 1)), dtype="float32", name="float32, broadcast"),
        Case(((), ()), dtype="float32", name="float32 scalars"),
        Case(leaves=(np.zeros(second.shape), second), name="zeros first"),
        Case(leaves=(np.full(second.shape, -1e3), second * 1e3), name="large"),
    )


def _op(slot: str, torch: Callable[..., Any], *domains: Domain, points: int = 2) -> Exercise:
    return Exercise(
        slot,
        torch=torch,
        draws=lambda d: d.pairs(),
        picked=_PICKED,
        domains=domains,
        edges=_edges(1 + grid(2, 3)),
        twin=Case(leaves=(1 + grid(*VERB),) * 2),
        points=points,
    )


BINARY = table(
    [
        _op("add", lambda t, a, b: a + b, spread),
        _op("sub", lambda t, a, b: a - b, spread),
        _op("mul", lambda t, a, b: a * b, spread),
        _op("div", lambda t, a, b: a / b, spread, nonzero, points=3),
    ]
)
