"""Misconceptions that any op can show: each is tried on every operand, and on each by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .case import Array, Case
from .model import Model, Prediction, fit

Contribution = Callable[[Case, int], Array | float | None]


def _scaled(factor: Callable[[Case, int], float]) -> Contribution:
    """The right gradient times a number that the case gives."""

    def contribution(case: Case, operand: int) -> Array | None:
        true = case.true(operand)
        return None if true is None else true * factor(case, operand)

    return contribution


def _side(case: Case, operand: int, axis: int) -> int:
    shape = case.leaves[operand].shape
    return shape[axis] if shape else 1


def _inverse(number: int) -> float:
    return 1 / number if number else 1.0


def _ones(case: Case, operand: int) -> Array | None:
    return case.ones(operand)


def _upstream_alone(case: Case, operand: int) -> Array:
    """The upstream gradient as it came, brought to the operand's shape."""
    return fit(case.g, case.leaves[operand].shape)


def _upstream_squared(case: Case, operand: int) -> Array | None:
    """The local derivative times the upstream gradient, times the upstream gradient again."""
    true = case.true(operand)
    return None if true is None or true.shape != case.g.shape else true * case.g


def _output_for_upstream(case: Case, operand: int) -> Array | None:
    """The local derivative times the output's values."""
    ones = case.ones(operand)
    return None if ones is None or ones.shape != case.out.shape else ones * case.out


def _upstream_added(case: Case, operand: int) -> Array | None:
    """The local derivative plus the upstream gradient."""
    ones = case.ones(operand)
    return None if ones is None or ones.shape != case.g.shape else ones + case.g


CONTRIBUTIONS: dict[str, tuple[Contribution, ...]] = {
    "sign": (_scaled(lambda c, i: -1),),
    "factor-2": (_scaled(lambda c, i: 2),),
    "factor-half": (_scaled(lambda c, i: 0.5),),
    "factor-size": (
        _scaled(lambda c, i: c.leaves[i].size),
        _scaled(lambda c, i: c.out.size),
        _scaled(lambda c, i: _inverse(c.leaves[i].size)),
        _scaled(lambda c, i: _inverse(c.out.size)),
    ),
    "factor-side": (
        _scaled(lambda c, i: _side(c, i, 0)),
        _scaled(lambda c, i: _side(c, i, -1)),
        _scaled(lambda c, i: _inverse(_side(c, i, 0))),
        _scaled(lambda c, i: _inverse(_side(c, i, -1))),
    ),
    "upstream-ignored": (_ones,),
    "upstream-squared": (_upstream_squared,),
    "output-for-upstream": (_output_for_upstream,),
    "upstream-added": (_upstream_added,),
    "local-derivative-missing": (_upstream_alone,),
    "no-contribution": (lambda c, i: 0.0,),
}


def _asked_together(operand: int, other_wants: bool) -> Callable[[Case], Prediction | None]:
    """Of two operands, one gets nothing where the other one wants a gradient, or wants none."""

    def predict(case: Case) -> Prediction | None:
        if len(case.leaves) != 2:
            return None
        left_out = case.flags[operand] and case.flags[1 - operand] == other_wants
        return {operand: np.zeros(case.leaves[operand].shape)} if left_out else {}

    return predict


def models() -> Iterator[Model]:
    """Every generic misconception: of all operands alike, of the first alone, of the second."""
    for operand in (1, 0):
        for other_wants in (False, True):
            yield Model("parents-asked-together", _asked_together(operand, other_wants))
    for name, contributions in CONTRIBUTIONS.items():
        for contribution in contributions:
            for only in (None, 0, 1):
                yield Model(name, _on(only, contribution))


def _on(only: int | None, contribution: Contribution) -> Callable[[Case], Prediction | None]:
    def predict(case: Case) -> Prediction | None:
        group = range(len(case.leaves)) if only is None else (only,)
        due = [i for i in group if i < len(case.leaves) and case.true(i) is not None]
        found = {i: contribution(case, i) for i in due}
        if any(value is None for value in found.values()):
            return None
        return {i: np.asarray(value) for i, value in found.items()}

    return predict
