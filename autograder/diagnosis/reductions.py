"""What goes wrong in sum and mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .case import Array, Case
from .model import Model


def _keepdims(case: Case) -> bool:
    return bool(case.argument("keepdims", 1, False))


def _axes(case: Case) -> tuple[int, ...]:
    """The reduced axes as they were given; all of them if none was."""
    axis = case.axis
    if axis is None:
        return tuple(range(case.x.ndim))
    return axis if isinstance(axis, tuple) else (axis,)


def _count(case: Case) -> float:
    """How many elements go into one of the output's."""
    sides = [case.x.shape[axis] for axis in _axes(case)]
    return float(np.prod(sides)) or 1.0


def _kept(case: Case) -> Array:
    """The upstream gradient with its axes put back."""
    return case.g.reshape(case.x.sum(axis=case.axis, keepdims=True).shape)


def _spread(case: Case) -> Array:
    return np.broadcast_to(_kept(case), case.x.shape)


def _in_given_order(case: Case) -> Array:
    """Axes put back one by one in the order in which they were given, negative ones as they are."""
    g = case.g
    if case.axis is not None and not _keepdims(case):
        for axis in _axes(case):
            g = np.expand_dims(g, axis)
    return np.broadcast_to(g, case.x.shape)


def _first_axis_back(case: Case) -> Array:
    """One axis put back, where several were reduced."""
    g = case.g
    if case.axis is not None and not _keepdims(case):
        g = np.expand_dims(g, _axes(case)[0])
    return np.broadcast_to(g, case.x.shape)


def _shared(divided: Callable[[Case], float]) -> list[Model]:
    """What sum and mean have in common; ``divided`` is what the right gradient is divided by."""
    return [
        Model("axis-not-put-back", lambda c: {0: np.broadcast_to(c.g, c.x.shape) / divided(c)}),
        Model("axis-not-put-back", lambda c: {0: c.g / divided(c)}),
        Model("axes-order", lambda c: {0: _in_given_order(c) / divided(c)}),
        Model("axes-order", lambda c: {0: _first_axis_back(c) / divided(c)}),
        Model("summed-everything", lambda c: {0: np.full(c.x.shape, c.g.sum()) / divided(c)}),
    ]


def _outputs(reduce: Callable[..., Array]) -> list[Model]:
    """Wrong outputs; the gradient is what the upstream gradient's shape allows."""
    return [
        Model("keepdims-ignored", lambda c: {"out": reduce(c.x, axis=c.axis)}),
        Model("axis-ignored", lambda c: {"out": reduce(c.x)}),
        Model("axis-ignored", lambda c: {"out": reduce(c.x, keepdims=_keepdims(c))}),
        Model(
            "axis-zero-falsy",
            lambda c: {"out": reduce(c.x, axis=c.axis or None, keepdims=_keepdims(c))},
        ),
    ]


def _total(case: Case) -> float:
    return float(case.x.size) or 1.0


def _last_side(case: Case) -> float:
    return float(case.x.shape[-1] if case.x.ndim else 1) or 1.0


def _first_side(case: Case) -> float:
    return float(case.x.shape[0] if case.x.ndim else 1) or 1.0


SUM = [
    *_shared(lambda c: 1.0),
    *_outputs(np.sum),
    Model("mean-for-sum", lambda c: {0: _spread(c) / _count(c)}),
    Model("mean-for-sum", lambda c: {"out": c.x.mean(axis=c.axis, keepdims=_keepdims(c))}),
    Model("input-for-output", lambda c: {0: c.x * _spread(c)}),
]
MEAN = [
    *_shared(_count),
    *_outputs(np.mean),
    Model("divided-by-total", lambda c: {0: _spread(c) / _total(c)}),
    Model("divided-by-other-count", lambda c: {0: _spread(c) / (float(c.out.size) or 1.0)}),
    Model("divided-by-other-count", lambda c: {0: _spread(c) / _last_side(c)}),
    Model("divided-by-other-count", lambda c: {0: _spread(c) / _first_side(c)}),
    Model("divided-by-other-count", lambda c: {0: _spread(c) / _count(c) ** 2}),
    Model("not-divided", lambda c: {0: _spread(c)}),
    Model("not-divided", lambda c: {"out": c.x.sum(axis=c.axis, keepdims=_keepdims(c))}),
    Model(
        "not-divided",
        lambda c: {"out": c.x.sum(axis=c.axis, keepdims=_keepdims(c)), 0: _spread(c)},
    ),
    Model("factor-size", lambda c: {0: _spread(c) * _count(c)}),
]


def models() -> Iterator[tuple[str, list[Model]]]:
    """The misconceptions of the reductions."""
    yield "sum", SUM
    yield "mean", MEAN
