# right
import numpy as np

from minitorch import Tensor, implement, unbroadcast


@implement
def matmul(self, other):
    a = self.data if self.ndim > 1 else self.data[None, :]
    b = other.data if other.ndim > 1 else other.data[:, None]
    full = np.einsum("...nk,...km->...nm", a, b)
    out = Tensor(np.matmul(self.data, other.data), _prev=(self, other), _op="matmul")

    def _backward():
        g = out.grad.reshape(full.shape)
        if self.requires_grad:
            da = np.einsum("...nm,...km->...nk", g, b)
            self.grad = self.grad + unbroadcast(da, a.shape).reshape(self.shape)
        if other.requires_grad:
            db = np.einsum("...nk,...nm->...km", a, g)
            other.grad = other.grad + unbroadcast(db, b.shape).reshape(other.shape)

    out._backward = _backward
    return out
