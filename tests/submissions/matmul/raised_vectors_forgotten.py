# misconception: vectors-not-promoted | oracles: pytorch hypothesis edges
import numpy as np

from minitorch import Tensor, implement, unbroadcast


@implement
def matmul(self, other):
    out = Tensor(self.data @ other.data, _prev=(self, other), _op="matmul")

    def _backward():
        if self.requires_grad:
            g = out.grad @ np.swapaxes(other.data, -1, -2)
            self.grad = self.grad + unbroadcast(g, self.shape)
        if other.requires_grad:
            g = np.swapaxes(self.data, -1, -2) @ out.grad
            other.grad = other.grad + unbroadcast(g, other.shape)

    out._backward = _backward
    return out
