# misconception: not-unbroadcast | oracles: pytorch hypothesis edges
import numpy as np

from minitorch import Tensor, implement


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
        da, db = g @ b.swapaxes(-1, -2), a.swapaxes(-1, -2) @ g
        if self.ndim == 1:
            da = da.reshape(-1, self.size).sum(axis=0) if self.size else self.data
        if other.ndim == 1:
            db = db.reshape(-1, other.size).sum(axis=0) if other.size else other.data
        if self.requires_grad:
            self.grad = self.grad + da
        if other.requires_grad:
            other.grad = other.grad + db

    out._backward = _backward
    return out
