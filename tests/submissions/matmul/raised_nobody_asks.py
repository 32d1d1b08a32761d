# misconception: constant-gets-grad | oracles: graph
import numpy as np

from minitorch import Tensor, implement, unbroadcast


@implement
def matmul(self, other):
    out = Tensor(self.data @ other.data, _prev=(self, other), _op="matmul")
    a = self.data[np.newaxis, :] if self.ndim == 1 else self.data
    b = other.data[:, np.newaxis] if other.ndim == 1 else other.data

    def _backward():
        g = out.grad
        if self.ndim == 1:
            g = np.expand_dims(g, -1 if other.ndim == 1 else -2)
        if other.ndim == 1:
            g = np.expand_dims(g, -1)
        self.grad = self.grad + unbroadcast(g @ b.swapaxes(-1, -2), a.shape).reshape(self.shape)
        other.grad = other.grad + unbroadcast(a.swapaxes(-1, -2) @ g, b.shape).reshape(other.shape)

    out._backward = _backward
    return out
