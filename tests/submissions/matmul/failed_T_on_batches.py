# misconception: T-on-batches | oracles: pytorch hypothesis edges
import numpy as np

from minitorch import Tensor, implement, unbroadcast


@implement
def matmul(self, other):
    out = Tensor(self.data @ other.data, _prev=(self, other), _op="matmul")
    a = self.data.reshape(1, -1) if self.ndim == 1 else self.data
    b = other.data.reshape(-1, 1) if other.ndim == 1 else other.data

    def _backward():
        g = out.grad
        if self.ndim == 1:
            g = np.expand_dims(g, -1 if other.ndim == 1 else -2)
        if other.ndim == 1:
            g = np.expand_dims(g, -1)
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(g @ b.T, a.shape).reshape(self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(a.T @ g, b.shape).reshape(other.shape)

    out._backward = _backward
    return out
