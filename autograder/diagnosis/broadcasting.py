"""What goes wrong where shapes broadcast: add, sub, mul, div, and the reduction on the way back.

The slot ``unbroadcast`` has a module of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

import numpy as np

from .case import Array, Case
from .model import Model, Prediction, fit

Shape = tuple[int, ...]
Parts = Callable[[Case], tuple[Array, ...]]
Reduction = Callable[[Array, Shape], Array]


def _new_axes(contribution: Array, shape: Shape) -> Array:
    """Sum over the axes that broadcasting added, and no others."""
    return contribution.sum(axis=tuple(range(contribution.ndim - len(shape))))


def _stretched_axes(contribution: Array, shape: Shape) -> Array:
    """Sum over the axes that broadcasting stretched, and no others."""
    added = contribution.ndim - len(shape)
    axes = tuple(added + axis for axis, side in enumerate(shape) if side == 1)
    return contribution.sum(axis=axes, keepdims=True)


def _stretched_gone(contribution: Array, shape: Shape) -> Array:
    """Sum over both kinds, and lose the stretched axes."""
    added = contribution.ndim - len(shape)
    stretched = tuple(added + axis for axis, side in enumerate(shape) if side == 1)
    return contribution.sum(axis=(*range(added), *stretched))


def _gone_one_by_one(contribution: Array, shape: Shape, only_stretched: bool = False) -> Array:
    """The same one axis at a time, so that the axes move while they are counted."""
    contribution = _new_axes(contribution, shape)
    for axis, side in enumerate(shape):
        if side == 1 and not (only_stretched and contribution.shape[axis] == 1):
            contribution = contribution.sum(axis=axis)
    return contribution


def _averaged(contribution: Array, shape: Shape) -> Array:
    """The mean over the copies; NaN where there are none, as NumPy has it."""
    if contribution.shape == shape:
        return contribution
    return fit(contribution, shape) * (np.prod(shape) / np.float64(contribution.size))


def _averaged_or_zero(contribution: Array, shape: Shape) -> Array:
    total = fit(contribution, shape)
    return total * (total.size / contribution.size) if contribution.size else total


def _to_one_number(contribution: Array, shape: Shape) -> Array:
    return contribution if contribution.shape == shape else np.asarray(contribution.sum())


def _first_axis(contribution: Array, shape: Shape) -> Array:
    return contribution if contribution.shape == shape else contribution.sum(axis=0)


def _first_axis_kept(contribution: Array, shape: Shape) -> Array:
    if contribution.shape == shape:
        return contribution
    return contribution.sum(axis=0, keepdims=True)


def _last_axes(contribution: Array, shape: Shape) -> Array:
    """Sum over the last axes until the rank fits, as if new axes came last."""
    while contribution.ndim > len(shape):
        contribution = contribution.sum(axis=-1)
    stretched = tuple(axis for axis, side in enumerate(shape) if side == 1)
    return contribution.sum(axis=stretched, keepdims=True)


def _added_kept(contribution: Array, shape: Shape) -> Array:
    """Sum over both kinds, and keep the new axes with length 1."""
    added = contribution.ndim - len(shape)
    stretched = tuple(added + axis for axis, side in enumerate(shape) if side == 1)
    return contribution.sum(axis=(*range(added), *stretched), keepdims=True)


REDUCTIONS: dict[str, tuple[Reduction, ...]] = {
    "not-unbroadcast": (lambda contribution, shape: contribution,),
    "stretched-axes-left": (_new_axes,),
    "new-axes-left": (_stretched_axes,),
    "keepdims-lost": (
        _stretched_gone,
        _gone_one_by_one,
        lambda contribution, shape: _gone_one_by_one(contribution, shape, only_stretched=True),
    ),
    "added-axes-kept": (_added_kept,),
    "mean-for-sum": (_averaged, _averaged_or_zero),
    "summed-everything": (_to_one_number,),
    "wrong-axis-summed": (_first_axis, _first_axis_kept, _last_axes),
}


def reductions(parts: Parts) -> Iterator[Model]:
    """A right contribution of each operand, brought to its shape in each wrong way.

    parts  the contributions of all operands before they are reduced
    """
    for name, ways in REDUCTIONS.items():
        for way in ways:
            for group in ((0, 1), (0,), (1,)):
                yield Model(name, _reduced(parts, way, group))


def _reduced(parts: Parts, way: Reduction, group: tuple[int, ...]) -> Callable[[Case], Prediction]:
    def predict(case: Case) -> Prediction:
        found = parts(case)
        return {
            i: way(np.asarray(found[i]), case.leaves[i].shape)
            for i in group
            if i < len(found) and case.true(i) is not None
        }

    return predict


def _fitted(name: str, first: object = None, second: object = None, out: object = None) -> Model:
    """A wrong formula for either operand, properly reduced; None where it is right."""

    def predict(case: Case) -> Prediction:
        formulas = {0: first, 1: second}
        told: dict[str | int, Array | None] = {
            i: fit(formula(case), case.leaves[i].shape)
            for i, formula in formulas.items()
            if callable(formula) and case.true(i) is not None
        }
        return {"out": out(case), **told} if callable(out) else told

    return Model(name, predict)


ADD: Parts = lambda c: (c.g, c.g)  # noqa: E731
SUB: Parts = lambda c: (c.g, -c.g)  # noqa: E731
MUL: Parts = lambda c: (c.g * c.b, c.g * c.a)  # noqa: E731
DIV: Parts = lambda c: (c.g / c.b, -c.g * c.a / c.b**2)  # noqa: E731

_plus, _minus = (lambda c: c.g), (lambda c: -c.g)

SPECIFIC: dict[str, list[Model]] = {
    "add": [
        _fitted("own-value", lambda c: c.a * c.g, lambda c: c.b * c.g),
        _fitted("product-rule-for-sum", lambda c: c.b * c.g, lambda c: c.a * c.g),
    ],
    "sub": [
        _fitted("sign", second=_plus),
        _fitted("sign", first=_minus),
        _fitted("sign", first=_minus, second=_plus),
        _fitted("operands-swapped", out=lambda c: c.b - c.a),
        _fitted("operands-swapped", _minus, _plus, lambda c: c.b - c.a),
    ],
    "mul": [
        _fitted("own-value", lambda c: c.a * c.g, lambda c: c.b * c.g),
        _fitted("own-value", first=lambda c: c.a * c.g),
        _fitted("own-value", second=lambda c: c.b * c.g),
        _fitted("output-for-input", lambda c: c.out * c.g, lambda c: c.out * c.g),
        _fitted("sum-rule-for-product", _plus, _plus),
    ],
    "div": [
        _fitted("sign", second=lambda c: c.g * c.a / c.b**2),
        _fitted("square-missing", second=lambda c: -c.g * c.a / c.b),
        _fitted("square-missing", second=lambda c: -c.g / c.b),
        _fitted("numerator-missing", second=lambda c: -c.g / c.b**2),
        _fitted("own-value", lambda c: c.g / c.a),
        _fitted("own-value", second=lambda c: -c.g * c.b / c.a**2),
        _fitted("own-value", lambda c: c.g / c.a, lambda c: -c.g * c.b / c.a**2),
        _fitted("reciprocal-missing", lambda c: c.g * c.b),
        _fitted("product-rule-for-quotient", lambda c: c.g * c.b, lambda c: c.g * c.a),
        _fitted("product-rule-for-quotient", second=lambda c: c.g * c.a),
        _fitted("operands-swapped", out=lambda c: c.b / c.a),
        _fitted(
            "operands-swapped",
            lambda c: -c.g * c.b / c.a**2,
            lambda c: c.g / c.a,
            lambda c: c.b / c.a,
        ),
        _fitted("floor-division", out=lambda c: c.a // c.b),
    ],
}


def _in_a_loop(contribution: Array, shape: Shape) -> Array:
    """An unbroadcast that does not look at what comes out: too small an array stays so."""
    while contribution.ndim > len(shape):
        contribution = contribution.sum(axis=0)
    for axis, side in enumerate(shape):
        if side == 1 and contribution.shape[axis] != 1:
            contribution = contribution.sum(axis=axis, keepdims=True)
    return contribution


LOCAL: dict[str, Parts] = {
    "mul": lambda c: (c.b, c.a),
    "div": lambda c: (1 / c.b, -c.a / c.b**2),
}
_Rule = Callable[[Array, Array, Shape], Array]  # of the local derivative, g, the operand's shape
PRODUCTS: dict[str, tuple[_Rule, ...]] = {
    "upstream-ignored": (
        lambda local, g, shape: local,
        lambda local, g, shape: fit(local, shape),
        lambda local, g, shape: _in_a_loop(local, shape),
    ),
    "summed-too-early": (
        lambda local, g, shape: local * fit(g, shape),
        lambda local, g, shape: fit(local * fit(g, shape), shape),
        lambda local, g, shape: fit(np.broadcast_to(local, g.shape), shape) * fit(g, shape),
        lambda local, g, shape: fit(local, shape) * g,
        lambda local, g, shape: _in_a_loop(local, shape) * g,
    ),
}


def products(local: Parts) -> Iterator[Model]:
    """The product of local derivative and upstream gradient, torn apart in each wrong way."""
    for name, rules in PRODUCTS.items():
        for rule in rules:
            for group in ((0, 1), (0,), (1,)):
                yield Model(name, _product(local, rule, group))


def _product(local: Parts, rule: _Rule, group: tuple[int, ...]) -> Callable[[Case], Prediction]:
    def predict(case: Case) -> Prediction:
        found = local(case)
        return {
            i: rule(np.asarray(found[i]), case.g, case.leaves[i].shape)
            for i in group
            if case.true(i) is not None
        }

    return predict


def models() -> Iterator[tuple[str, list[Model]]]:
    """The misconceptions of the ops that broadcast."""
    for slot, parts in {"add": ADD, "sub": SUB, "mul": MUL, "div": DIV}.items():
        torn = products(LOCAL[slot]) if slot in LOCAL else ()
        yield slot, list(chain(SPECIFIC[slot], reductions(parts), torn))
    yield "broadcast_to", list(reductions(lambda c: (c.g,)))
