# misconception: not-transposed | oracles: pytorch hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement, unbroadcast


def rows(x):
    return x[np.newaxis, :] if x.ndim == 1 else x


def columns(x):
    return x[:, np.newaxis] if x.ndim == 1 else x


@implement
def matmul(self, other):
    out = Tensor(self.data @ other.data, _prev=(self, other), _op="matmul")
    a, b = rows(self.data), columns(other.data)

    def _backward():
        g = out.grad
        if self.ndim == 1:
            g = np.expand_dims(g, -1 if other.ndim == 1 else -2)
        if other.ndim == 1:
            g = np.expand_dims(g, -1)
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(g @ b, a.shape).reshape(self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(a.swapaxes(-1, -2) @ g, b.shape).reshape(other.shape)

    out._backward = _backward
    return out
