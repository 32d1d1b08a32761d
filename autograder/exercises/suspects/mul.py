"""Bodies of mul: right ones first, then some with one quiet mistake each."""

from __future__ import annotations

import numpy as np

from minitorch import Tensor, unbroadcast


def _node(self, other, left, right, value=None):
    data = self.data * other.data if value is None else value
    out = Tensor(data, _prev=(self, other), _op="mul")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + left(out.grad)
        if other.requires_grad:
            other.grad = other.grad + right(out.grad)

    out._backward = _backward
    return out


def _both(self, other, left, right, value=None):
    return _node(
        self,
        other,
        lambda g: unbroadcast(left(g), self.shape),
        lambda g: unbroadcast(right(g), other.shape),
        value,
    )


def _reducing(self, other, reduced):
    """Brings g * y to the shape of x by another way than unbroadcast: reduced(grad, shape)."""
    return _node(
        self,
        other,
        lambda g: reduced(g * other.data, self.shape),
        lambda g: reduced(g * self.data, other.shape),
    )


def right_in_place(self, other):
    out = Tensor(self.data * other.data, _prev=(self, other), _op="mul")

    def _backward():
        for x, y in ((self, other), (other, self)):
            if x.requires_grad:
                x.grad += unbroadcast(out.grad * y.data, x.shape)

    out._backward = _backward
    return out


def right_by_einsum(self, other):
    def reduced(grad, factor, shape):
        added = grad.ndim - len(shape)
        letters = "abcdefgh"[: grad.ndim]
        kept = [a for a, side in zip(letters[added:], shape, strict=True) if side != 1]
        whole = np.broadcast_to(factor, grad.shape)
        return np.einsum(f"{letters},{letters}->{''.join(kept)}", grad, whole).reshape(shape)

    return _node(
        self,
        other,
        lambda g: reduced(g, other.data, self.shape),
        lambda g: reduced(g, self.data, other.shape),
        np.multiply(other.data, self.data),
    )


def first_twice(self, other):
    return _both(self, other, lambda g: 2 * g * other.data, lambda g: g * self.data)


def second_negative(self, other):
    return _both(self, other, lambda g: g * other.data, lambda g: -g * self.data)


def upstream_ignored(self, other):
    return _both(
        self,
        other,
        lambda g: np.broadcast_to(other.data, g.shape),
        lambda g: np.broadcast_to(self.data, g.shape),
    )


def swapped(self, other):
    return _both(self, other, lambda g: g * self.data, lambda g: g * other.data)


def added_axes_left(self, other):
    def reduced(grad, shape):
        added = grad.ndim - len(shape)
        axes = tuple(added + i for i, side in enumerate(shape) if side == 1)
        return grad.sum(axis=axes, keepdims=True)

    return _reducing(self, other, reduced)


def stretched_axes_left(self, other):
    def reduced(grad, shape):
        return grad.sum(axis=tuple(range(grad.ndim - len(shape))))

    return _reducing(self, other, reduced)


def averaged(self, other):
    def reduced(grad, shape):
        copies = grad.size / max(np.zeros(shape).size, 1)
        return unbroadcast(grad, shape) / max(copies, 1)

    return _reducing(self, other, reduced)


def one_added_axis(self, other):
    def reduced(grad, shape):
        if grad.ndim > len(shape):
            grad = grad.sum(axis=0)
        axes = tuple(i for i, side in enumerate(shape) if side == 1)
        return grad.sum(axis=axes, keepdims=True)

    return _reducing(self, other, reduced)


def slightly_off(self, other):
    return _both(self, other, lambda g: g * other.data * (1 + 1e-4), lambda g: g * self.data)


def single(self, other):
    return _both(
        self,
        other,
        lambda g: np.asarray(g * other.data, np.float32),
        lambda g: np.asarray(g * self.data, np.float32),
    )


def output_off(self, other):
    return _both(
        self, other, lambda g: g * other.data, lambda g: g * self.data, self.data * other.data + 1
    )


def refuses_nothing(self, other):
    if self.data.size == 0 or other.data.size == 0:
        raise ValueError("zero-size array")
    return _both(self, other, lambda g: g * other.data, lambda g: g * self.data)
