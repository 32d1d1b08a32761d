"""A misconception as a small wrong engine: what it would answer where a right one answers truly.

A prediction names what is wrong alone: ``"out"``, or the number of an operand, with what the body
would add to that operand's gradient. Everything that it does not name is as it should be. A
prediction that itself raises says that the body would raise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .case import Array, Case

Prediction = Mapping[str | int, Array | None]
RTOL, ATOL = 1e-7, 1e-9  # a wrong formula written in another way differs in the last digits alone
RTOL_SINGLE, ATOL_SINGLE = 1e-3, 1e-4  # the same in float32
ENOUGH = 2  # failing cases that an explanation has to predict; one may be an accident


@dataclass(frozen=True)
class Model:
    """A wrong engine.

    id       the misconception's
    predict  what it answers to a case; None where it has nothing to say
    """

    id: str
    predict: Callable[[Case], Prediction | None]


class Raises(Exception):
    """The body would raise here."""


def fits(model: Model, cases: Sequence[Case]) -> bool:
    """Whether the engine answered every case as predicted, and enough of them tellingly."""
    telling = 0
    for case in cases:
        predicted = _predicted(model, case)
        if predicted is None:
            continue
        if not _agrees(predicted, case):
            return False
        telling += case.failed and _differs(predicted, case)
    return telling >= min(ENOUGH, sum(case.failed for case in cases))


def _predicted(model: Model, case: Case) -> Mapping[str, Array | None] | Raises | None:
    """All named arrays of the case as the model answers them."""
    with np.errstate(all="ignore"):
        try:
            predicted = model.predict(case)
            return None if predicted is None else _complete(predicted, case)
        except (ValueError, TypeError, IndexError, ArithmeticError, Raises):  # as a body's would
            return Raises()


def _complete(predicted: Prediction, case: Case) -> Mapping[str, Array | None]:
    values = dict(case.expected)
    if "out" in predicted:
        values["out"] = np.asarray(predicted["out"])
        if values["out"].shape != case.out.shape and len(case.expected) > 1:
            raise Raises  # the upstream gradient does not fit the output
    for operand, contribution in predicted.items():
        if operand != "out" and values.get(f"grad{operand}") is not None:
            values[f"grad{operand}"] = np.zeros(case.leaves[int(operand)].shape) + contribution
    return values


def _agrees(predicted: Mapping[str, Array | None] | Raises, case: Case) -> bool:
    if isinstance(predicted, Raises):
        return case.error is not None
    if case.error is not None:  # an in-place += refuses what does not fit, where = + grows
        return case.error.kind in ("ValueError", "UFuncTypeError") and _outgrown(predicted, case)
    return all(same(predicted[name], case.got.get(name), case.single) for name in case.expected)


def _outgrown(predicted: Mapping[str, Array | None], case: Case) -> bool:
    return any(
        array is not None and array.shape != true.shape
        for name, array in predicted.items()
        if (true := case.expected[name]) is not None
    )


def _differs(predicted: Mapping[str, Array | None] | Raises, case: Case) -> bool:
    """Whether the case could tell the model from a right engine."""
    if isinstance(predicted, Raises):
        return True
    return not all(same(predicted[k], case.expected[k], case.single) for k in case.expected)


def same(one: Array | None, other: Array | None, single: bool = False) -> bool:
    """Whether two answers are equal but for rounding."""
    if one is None or other is None:
        return one is other
    if one.shape != other.shape or not (is_numeric(one) and is_numeric(other)):
        return False
    rtol, atol = (RTOL_SINGLE, ATOL_SINGLE) if single else (RTOL, ATOL)
    finite = np.abs(one[np.isfinite(one)])
    scale = float(finite.max(initial=1.0))
    return bool(np.allclose(one, other, rtol=rtol, atol=atol * scale, equal_nan=True))


def blew_up(got: Array | None, expected: Array | None) -> bool:
    """Whether NaN or inf came where something else belongs, as far as numbers came at all."""
    if got is None or expected is None or got.shape != expected.shape or not is_numeric(got):
        return False
    nan = np.isnan(got) & ~np.isnan(expected)
    return bool((nan | (np.isinf(got) & np.isfinite(expected))).any())


def is_numeric(array: Array) -> bool:
    """Whether an array holds real numbers; a body may leave anything in a grad."""
    return array.dtype.kind in "fiub"


def fit(contribution: Array, shape: tuple[int, ...]) -> Array:
    """Sum a contribution over the axes that broadcasting added or stretched.

    It raises, as the lesson's unbroadcast does, where the shape does not broadcast to the
    contribution's.
    """
    contribution = np.asarray(contribution)
    added, sides = contribution.ndim - len(shape), contribution.shape
    stretched = tuple(
        added + axis for axis, side in enumerate(shape) if side == 1 and sides[added + axis] != 1
    )
    return contribution.sum(axis=(*range(added), *stretched), keepdims=True).reshape(shape)
