# misconception: upstream-ignored | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement, unbroadcast


@implement
def matmul(self, other):
    out = Tensor(self.data @ other.data, _prev=(self, other), _op="matmul")
    a = self.data[np.newaxis, :] if self.ndim == 1 else self.data
    b = other.data[:, np.newaxis] if other.ndim == 1 else other.data
    ones = np.ones(np.matmul(a, b).shape, dtype=out.dtype)

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(ones @ b.swapaxes(-1, -2), a.shape).reshape(self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(a.swapaxes(-1, -2) @ ones, b.shape).reshape(other.shape)

    out._backward = _backward
    return out
