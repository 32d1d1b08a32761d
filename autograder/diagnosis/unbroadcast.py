"""What goes wrong in unbroadcast, whose output is the reduction itself."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .broadcasting import REDUCTIONS, Reduction, Shape
from .case import Array
from .model import Model


def _of_length_one(shape: Shape) -> tuple[int, ...]:
    """The axes of length 1, counted in the shape and not in the gradient."""
    return tuple(axis for axis, side in enumerate(shape) if side == 1)


def _unshifted(grad: Array, shape: Shape) -> Array:
    """Axis i of the shape taken for axis i of the gradient; an axis that is named twice raises."""
    stretched = (axis for axis in _of_length_one(shape) if grad.shape[axis] != 1)
    axes = (*range(grad.ndim - len(shape)), *stretched)
    return grad.sum(axis=axes, keepdims=True).reshape(shape)


def _unshifted_all(grad: Array, shape: Shape) -> Array:
    """The same with every axis of length 1."""
    axes = (*range(grad.ndim - len(shape)), *_of_length_one(shape))
    return grad.sum(axis=axes, keepdims=True).reshape(shape)


def _unshifted_set(grad: Array, shape: Shape) -> Array:
    """The same, no axis twice."""
    axes = {*range(grad.ndim - len(shape)), *_of_length_one(shape)}
    return grad.sum(axis=tuple(axes), keepdims=True).reshape(shape)


def _unshifted_differing(grad: Array, shape: Shape) -> Array:
    """The axes whose lengths differ, compared from the left; no axis twice."""
    differing = {axis for axis, side in enumerate(shape) if grad.shape[axis] != side}
    axes = {*range(grad.ndim - len(shape)), *differing}
    return grad.sum(axis=tuple(axes), keepdims=True).reshape(shape)


def _unshifted_first(grad: Array, shape: Shape) -> Array:
    """Two sums, that over the stretched axes first."""
    total = grad.sum(axis=_of_length_one(shape), keepdims=True)
    return total.sum(axis=tuple(range(grad.ndim - len(shape))))


def _none_is_all(grad: Array, shape: Shape) -> Array:
    """``axes or None`` in one sum; the shape is asked for at the end."""
    return _none_is_all_unshaped(grad, shape).reshape(shape)


def _none_is_all_unshaped(grad: Array, shape: Shape) -> Array:
    """The same, the new axes taken out at the end."""
    added = grad.ndim - len(shape)
    axes = (*range(added), *(added + axis for axis in _of_length_one(shape)))
    return grad.sum(axis=axes or None, keepdims=True).squeeze(axis=tuple(range(added)))


def _none_is_all_stretched(grad: Array, shape: Shape) -> Array:
    """The same with the axes alone that were stretched indeed."""
    added = grad.ndim - len(shape)
    ones = (added + axis for axis in _of_length_one(shape))
    axes = (*range(added), *(axis for axis in ones if grad.shape[axis] != 1))
    return grad.sum(axis=axes or None, keepdims=True).squeeze(axis=tuple(range(added)))


def _none_is_all_in_steps(first: bool, second: bool) -> Reduction:
    """Two sums, with ``or None`` in either or both."""

    def way(grad: Array, shape: Shape) -> Array:
        added = tuple(range(grad.ndim - len(shape)))
        grad = np.asarray(grad.sum(axis=added or None if first else added))
        ones = _of_length_one(shape)
        return grad.sum(axis=ones or None if second else ones, keepdims=True)

    return way


WAYS: dict[str, tuple[Reduction, ...]] = {
    **REDUCTIONS,
    "axes-not-aligned": (
        _unshifted,
        _unshifted_all,
        _unshifted_set,
        _unshifted_differing,
        _unshifted_first,
    ),
    "no-axes-for-all": (
        _none_is_all,
        _none_is_all_unshaped,
        _none_is_all_stretched,
        lambda grad, shape: _none_is_all_stretched(grad, shape).reshape(shape),
        _none_is_all_in_steps(True, True),
        _none_is_all_in_steps(True, False),
        _none_is_all_in_steps(False, True),
    ),
}


def models() -> Iterator[tuple[str, list[Model]]]:
    """The misconceptions of the slot ``unbroadcast``."""
    yield (
        "unbroadcast",
        [
            Model(name, lambda case, way=way: {"out": way(case.x, case.out.shape)})
            for name, ways in WAYS.items()
            for way in ways
        ],
    )
