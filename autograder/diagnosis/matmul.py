"""What goes wrong in matmul."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .broadcasting import REDUCTIONS, Reduction
from .case import Array, Case
from .model import Model, Prediction, Raises, fit

Rule = Callable[[Array, Array, Array], Array]


def _matrices(case: Case) -> tuple[Array, Array, Array]:
    """a, b and g with vectors as matrices: (N, K), (K, M), (N, M)."""
    a, b, g = case.a, case.b, case.g
    if a.ndim == 1:
        a, g = a[np.newaxis, :], np.expand_dims(g, -1 if b.ndim == 1 else -2)
    if b.ndim == 1:
        b, g = b[:, np.newaxis], np.expand_dims(g, -1)
    return a, b, g


def swap(array: Array) -> Array:
    """The last two axes swapped."""
    return array.swapaxes(-1, -2)


def _as_matrices(first: Rule | None, second: Rule | None) -> Callable[[Case], Prediction]:
    """Wrong rules for matrices, everything else (vectors, broadcast batches) done right."""

    def predict(case: Case) -> Prediction:
        a, b, g = _matrices(case)
        told: dict[str | int, Array | None] = {}
        for i, (rule, matrix) in enumerate(((first, a), (second, b))):
            if rule is not None and case.true(i) is not None:
                contribution = fit(rule(a, b, g), matrix.shape)
                told[i] = contribution.reshape(case.leaves[i].shape)
        return told

    return predict


def _as_they_are(first: Rule | None, second: Rule | None) -> Callable[[Case], Prediction]:
    """Wrong rules on the arrays as they come, vectors among them."""

    def predict(case: Case) -> Prediction:
        told: dict[str | int, Array | None] = {}
        for i, rule in enumerate((first, second)):
            if rule is not None and case.true(i) is not None:
                told[i] = _loosely_fitted(rule(case.a, case.b, case.g), case.leaves[i].shape)
        return told

    return predict


def _loosely_fitted(contribution: Array, shape: tuple[int, ...]) -> Array:
    if contribution.ndim < len(shape):
        raise Raises
    return fit(contribution, shape)


def _batches(first: Rule | None, second: Rule | None) -> Callable[[Case], Prediction]:
    """Wrong rules where there are batches, right ones on vectors and matrices."""
    apply = _as_matrices(first, second)
    return lambda case: apply(case) if max(case.a.ndim, case.b.ndim) > 2 else {}


def _stacks(first: Rule | None, second: Rule | None) -> Callable[[Case], Prediction]:
    """Wrong rules where there are batches, right ones on matrices and on all vectors."""
    apply = _batches(first, second)
    return lambda case: apply(case) if min(case.a.ndim, case.b.ndim) > 1 else {}


def _badly_reduced(name: str, way: Reduction, only: int | None, vectors: bool) -> Model:
    """Right products, brought to their shapes in a wrong way.

    only     which operand's; None for both
    vectors  whether vectors are reduced rightly all the same
    """

    def predict(case: Case) -> Prediction:
        a, b, g = _matrices(case)
        told: dict[str | int, Array | None] = {}
        for i, (product, matrix) in enumerate(((g @ swap(b), a), (swap(a) @ g, b))):
            if case.true(i) is None or only not in (None, i):
                continue
            shape = case.leaves[i].shape
            part = (fit if vectors and len(shape) == 1 else way)(product, matrix.shape)
            told[i] = part.reshape(shape) if len(shape) == 1 else part
        return told

    return Model(name, predict)


def _reductions() -> Iterator[Model]:
    for name, ways in REDUCTIONS.items():
        for way in ways:
            for only in (None, 0, 1):
                for vectors in (True, False):
                    yield _badly_reduced(name, way, only, vectors)


def _raw(first: Rule | None, second: Rule | None) -> Callable[[Case], Prediction]:
    """Rules on the arrays as they come, and nothing reduced."""

    def predict(case: Case) -> Prediction:
        rules = {0: first, 1: second}
        return {
            i: rule(case.a, case.b, case.g)
            for i, rule in rules.items()
            if rule is not None and case.true(i) is not None
        }

    return predict


def _two_matrices(first: Rule | None, second: Rule | None) -> Callable[[Case], Prediction | None]:
    """Wrong rules where both operands are matrices proper; nothing is said of anything else."""
    apply = _raw(first, second)
    proper = lambda case: case.a.ndim == case.b.ndim == 2 and min(case.a.shape + case.b.shape) > 1  # noqa: E731
    return lambda case: apply(case) if proper(case) else None


def _vectors_raise(case: Case) -> Prediction:
    """Rules for matrices that know nothing of vectors."""
    if min(case.a.ndim, case.b.ndim) == 1:
        raise Raises
    return {}


_right_a: Rule = lambda a, b, g: g @ swap(b)  # noqa: E731
_right_b: Rule = lambda a, b, g: swap(a) @ g  # noqa: E731
_RULES: list[tuple[str, Rule | None, Rule | None]] = [
    ("not-transposed", lambda a, b, g: g @ b, None),
    ("not-transposed", None, lambda a, b, g: a @ g),
    ("not-transposed", lambda a, b, g: g @ b, lambda a, b, g: a @ g),
    ("factors-swapped", lambda a, b, g: swap(b) @ g, None),
    ("factors-swapped", None, lambda a, b, g: g @ swap(a)),
    ("factors-swapped", lambda a, b, g: swap(b) @ g, lambda a, b, g: g @ swap(a)),
    ("factors-swapped", lambda a, b, g: swap(a) @ g, lambda a, b, g: g @ swap(b)),
    ("transposed-result", lambda a, b, g: swap(g @ swap(b)), None),
    ("transposed-result", None, lambda a, b, g: swap(g) @ a),
    ("transposed-result", lambda a, b, g: b @ swap(g), lambda a, b, g: swap(g) @ a),
    ("transposed-result", None, lambda a, b, g: (swap(g) @ a).reshape(b.shape)),
    ("transposed-result", lambda a, b, g: (b @ swap(g)).reshape(a.shape), None),
    ("own-value", lambda a, b, g: g @ swap(a), lambda a, b, g: swap(b) @ g),
    ("elementwise-rule", lambda a, b, g: g * b, lambda a, b, g: g * a),
]
_T_ON_BATCHES: list[tuple[Rule | None, Rule | None]] = [
    (lambda a, b, g: g @ b.T, lambda a, b, g: a.T @ g),
    (lambda a, b, g: g @ b.T, None),
    (None, lambda a, b, g: a.T @ g),
]
MATMUL = [
    *(Model(name, _as_matrices(*rules)) for name, *rules in _RULES),
    *(Model(name, _as_they_are(*rules)) for name, *rules in _RULES),
    *(Model("T-on-batches", _batches(*rules)) for rules in _T_ON_BATCHES),
    *(Model("T-on-batches", _stacks(*rules)) for rules in _T_ON_BATCHES),
    *(Model("vectors-not-promoted", _as_they_are(*rules)) for rules in _T_ON_BATCHES),
    Model("vectors-not-promoted", _vectors_raise),
    Model("vectors-not-promoted", _as_they_are(_right_a, _right_b)),
    Model("vectors-not-promoted", _raw(_right_a, _right_b)),
    *(Model("vectors-not-promoted", _raw(*rules)) for rules in _T_ON_BATCHES),
    *(Model(name, _two_matrices(*rules)) for name, *rules in _RULES),
    *_reductions(),
]


def models() -> Iterator[tuple[str, list[Model]]]:
    """The misconceptions of matmul."""
    yield "matmul", MATMUL
