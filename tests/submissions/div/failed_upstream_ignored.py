# misconception: upstream-ignored | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement, unbroadcast


@implement
def div(self, other):
    out = Tensor(self.data / other.data, _prev=(self, other), _op="div")
    a, b = np.broadcast_arrays(self.data, other.data)

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(1 / b, self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(-a / b**2, other.shape)

    out._backward = _backward
    return out
