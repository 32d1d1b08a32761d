# misconception: stretched-axes-left | oracles: edges
import numpy as np

from minitorch import Tensor, implement


@implement
def matmul(self, other):
    out = Tensor(self.data @ other.data, _prev=(self, other), _op="matmul")
    a = self.data[np.newaxis, :] if self.ndim == 1 else self.data
    b = other.data[:, np.newaxis] if other.ndim == 1 else other.data

    def fit(g, t, shape):
        while g.ndim > len(shape):
            g = g.sum(axis=0)
        return g.reshape(t.shape) if t.ndim == 1 else g

    def _backward():
        g = out.grad
        if self.ndim == 1:
            g = np.expand_dims(g, -1 if other.ndim == 1 else -2)
        if other.ndim == 1:
            g = np.expand_dims(g, -1)
        if self.requires_grad:
            self.grad = self.grad + fit(g @ b.swapaxes(-1, -2), self, a.shape)
        if other.requires_grad:
            other.grad = other.grad + fit(a.swapaxes(-1, -2) @ g, other, b.shape)

    out._backward = _backward
    return out
