"""Bodies of exp: right ones first, then some with one quiet mistake each."""

from __future__ import annotations

import numpy as np

from minitorch import Tensor


def _node(self, value, slope):
    out = Tensor(value, _prev=(self,), _op="exp")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + slope(out)

    out._backward = _backward
    return out


def right_as_power(self):
    return _node(self, np.power(np.e, self.data), lambda out: np.multiply(out.grad, out.data))


def negative(self):
    return _node(self, np.exp(self.data), lambda out: -out.data * out.grad)


def upstream_ignored(self):
    return _node(self, np.exp(self.data), lambda out: out.data)


def one_in_a_million(self):
    return _node(self, np.exp(self.data), lambda out: out.data * out.grad * (1 + 1e-6))


def output_off(self):
    return _node(self, np.expm1(self.data), lambda out: (out.data + 1) * out.grad)


def output_nearly(self):
    return _node(self, np.exp(self.data) * (1 + 1e-6), lambda out: np.exp(self.data) * out.grad)


def another_axis(self):
    return _node(self, np.exp(self.data), lambda out: (out.data * out.grad)[np.newaxis])


def number_for_one(self):
    out = Tensor(np.exp(self.data), _prev=(self,), _op="exp")

    def _backward():
        if self.requires_grad:
            grad = self.grad + out.data * out.grad
            self.grad = grad.reshape(()) if grad.size == 1 else grad

    out._backward = _backward
    return out
