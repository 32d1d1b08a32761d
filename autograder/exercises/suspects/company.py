"""Bodies that are right as long as they are alone: mistakes that show when results meet again."""

from __future__ import annotations

import numpy as np

from minitorch import Tensor, unbroadcast

_latest = []


def _two(op, self, other, value, left, right):
    out = Tensor(value, _prev=(self, other), _op=op)

    def _backward():
        if self.requires_grad:
            self.grad = left(self.grad, unbroadcast(out.grad, self.shape))
        if other.requires_grad:
            other.grad = right(other.grad, unbroadcast(out.grad, other.shape))

    out._backward = _backward
    return out


def right_sub(self, other):
    return self + -other


def right_tanh(self):
    out = Tensor(np.tanh(self.data), _prev=(self,), _op="tanh")

    def _backward():
        if self.requires_grad:
            self.grad += out.grad / np.cosh(self.data) ** 2

    out._backward = _backward
    return out


def add_overwrites(self, other):
    return _two("add", self, other, self.data + other.data, lambda old, g: g, lambda old, g: g)


def sub_overwrites_one(self, other):
    return _two(
        "sub", self, other, self.data - other.data, lambda old, g: old + g, lambda old, g: -g
    )


def mul_overwrites(self, other):
    out = Tensor(self.data * other.data, _prev=(self, other), _op="mul")

    def _backward():
        if self.requires_grad:
            self.grad = unbroadcast(other.data * out.grad, self.shape)
        if other.requires_grad:
            other.grad = unbroadcast(self.data * out.grad, other.shape)

    out._backward = _backward
    return out


def mul_with_itself(self, other):
    out = Tensor(self.data * other.data, _prev=(self, other), _op="mul")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(other.data * out.grad, self.shape)
        if other.requires_grad and other is not self:
            other.grad = other.grad + unbroadcast(self.data * out.grad, other.shape)

    out._backward = _backward
    return out


def tanh_overwrites(self):
    out = Tensor(np.tanh(self.data), _prev=(self,), _op="tanh")

    def _backward():
        if self.requires_grad:
            self.grad = (1 - out.data**2) * out.grad

    out._backward = _backward
    return out


def neg_overwrites(self):
    out = Tensor(-self.data, _prev=(self,), _op="neg")

    def _backward():
        if self.requires_grad:
            self.grad = -out.grad

    out._backward = _backward
    return out


def tanh_latest(self):
    out = Tensor(np.tanh(self.data), _prev=(self,), _op="tanh")
    _latest[:] = [out.data]

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + (1 - _latest[0] ** 2) * out.grad

    out._backward = _backward
    return out


def tanh_in_place(self):
    np.tanh(self.data, out=self.data)
    out = Tensor(self.data, _prev=(self,), _op="tanh")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + (1 - out.data**2) * out.grad

    out._backward = _backward
    return out


def add_shares(self, other):
    out = Tensor(self.data + other.data, _prev=(self, other), _op="add")

    def _backward():
        for x in (self, other):
            grad = out.grad if x.shape == out.shape else unbroadcast(out.grad, x.shape)
            if x.requires_grad and x.grad.any():
                x.grad += grad
            elif x.requires_grad:
                x.grad = grad

    out._backward = _backward
    return out


def _seeded(self, gradient):
    self.grad = np.asarray(1.0 if gradient is None else gradient, self.dtype).reshape(self.shape)


def _cleared(self):
    waiting, seen = [self], set()
    while waiting:
        node = waiting.pop()
        if node in seen or not node.requires_grad:
            continue
        seen.add(node)
        if node.grad is None or node._prev:
            node.grad = np.zeros_like(node.data)
        waiting.extend(node._prev)


def right_backward(self, gradient=None):
    order, seen, stack = [], set(), [(self, False)]
    while stack:
        node, done = stack.pop()
        if done:
            order.append(node)
        elif node not in seen and node.requires_grad:
            seen.add(node)
            stack.append((node, True))
            stack.extend((parent, False) for parent in node._prev)
    _cleared(self)
    _seeded(self, gradient)
    for node in reversed(order):
        node._backward()


def backward_twice(self, gradient=None):
    _cleared(self)
    _seeded(self, gradient)
    waiting = [self]
    while waiting:
        node = waiting.pop(0)
        node._backward()
        waiting.extend(parent for parent in node._prev if parent.requires_grad)


def backward_too_early(self, gradient=None):
    _cleared(self)
    _seeded(self, gradient)
    waiting, seen = [self], {self}
    while waiting:
        node = waiting.pop(0)
        node._backward()
        for parent in node._prev:
            if parent.requires_grad and parent not in seen:
                seen.add(parent)
                waiting.append(parent)
