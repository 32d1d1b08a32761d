"""Bodies of sum: right ones first, then some with one quiet mistake each."""

from __future__ import annotations

import numpy as np

from minitorch import Tensor


def _node(self, value, spread):
    out = Tensor(value, _prev=(self,), _op="sum")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + spread(out.grad)

    out._backward = _backward
    return out


def _kept(self, axis):
    return self.data.sum(axis=axis, keepdims=True).shape


def _spread(self, axis, grad):
    return np.broadcast_to(grad.reshape(_kept(self, axis)), self.shape)


def right_in_place(self, axis=None, keepdims=False):
    shape = _kept(self, axis)
    out = Tensor(np.sum(self.data, axis, keepdims=keepdims), _prev=(self,), _op="sum")

    def _backward():
        if self.requires_grad:
            self.grad += np.zeros(self.shape) + np.reshape(out.grad, shape)

    out._backward = _backward
    return out


def right_axis_by_axis(self, axis=None, keepdims=False):
    every = range(self.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    axes = sorted({a % self.ndim for a in every}) if self.ndim else []
    value = self.data
    for a in axes:
        value = np.add.reduce(value, axis=a, keepdims=True)
    final = (
        value
        if keepdims
        else value.reshape([s for i, s in enumerate(value.shape) if i not in axes])
    )

    def spread(grad):
        for a in axes if not keepdims else ():
            grad = np.expand_dims(grad, a)
        return np.broadcast_to(grad, self.shape)

    return _node(self, final, spread)


def averaged(self, axis=None, keepdims=False):
    value = self.data.sum(axis=axis, keepdims=keepdims)
    count = max(self.size // max(value.size, 1), 1)
    return _node(self, value, lambda g: _spread(self, axis, g) / count)


def upstream_ignored(self, axis=None, keepdims=False):
    value = self.data.sum(axis=axis, keepdims=keepdims)
    return _node(self, value, lambda g: np.ones(self.shape))


def axis_not_put_back(self, axis=None, keepdims=False):
    value = self.data.sum(axis=axis, keepdims=keepdims)
    return _node(self, value, lambda g: np.broadcast_to(g, self.shape))


def from_the_wrong_end(self, axis=None, keepdims=False):
    value = self.data.sum(axis=axis, keepdims=keepdims)
    meant = -axis - 1 if isinstance(axis, int) and axis < 0 else axis
    return _node(self, value, lambda g: np.broadcast_to(g.reshape(_kept(self, meant)), self.shape))


def in_the_order_given(self, axis=None, keepdims=False):
    value = self.data.sum(axis=axis, keepdims=keepdims)

    def spread(grad):
        if isinstance(axis, tuple) and not keepdims:
            for a in axis:
                grad = np.expand_dims(grad, a)
            return np.broadcast_to(grad, self.shape)
        return _spread(self, axis, grad)

    return _node(self, value, spread)


def first_of_the_tuple(self, axis=None, keepdims=False):
    axis = axis[0] if isinstance(axis, tuple) and axis else axis
    value = self.data.sum(axis=axis, keepdims=keepdims)
    return _node(self, value, lambda g: _spread(self, axis, g))


def never_keeps(self, axis=None, keepdims=False):
    value = self.data.sum(axis=axis)
    return _node(self, value, lambda g: _spread(self, axis, g))


def slightly_off(self, axis=None, keepdims=False):
    value = self.data.sum(axis=axis, keepdims=keepdims)
    return _node(self, value, lambda g: _spread(self, axis, g) * (1 + 1e-4))


def single(self, axis=None, keepdims=False):
    value = self.data.sum(axis=axis, keepdims=keepdims)
    return _node(self, value, lambda g: _spread(self, axis, g).astype(np.float32))


def output_off(self, axis=None, keepdims=False):
    value = self.data.sum(axis=axis, keepdims=keepdims) + 1
    return _node(self, value, lambda g: _spread(self, axis, g))


def refuses_nothing(self, axis=None, keepdims=False):
    if self.data.size == 0:
        raise ValueError("zero-size array")
    value = self.data.sum(axis=axis, keepdims=keepdims)
    return _node(self, value, lambda g: _spread(self, axis, g))


def keeps_always(self, axis=None, keepdims=False):
    value = self.data.sum(axis=axis, keepdims=True)
    return _node(self, value, lambda g: _spread(self, axis, g))


def detached(self, axis=None, keepdims=False):
    return Tensor(self.data.sum(axis=axis, keepdims=keepdims))
