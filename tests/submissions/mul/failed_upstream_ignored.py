# misconception: upstream-ignored | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement, unbroadcast


@implement
def mul(self, other):
    out = Tensor(self.data * other.data, _prev=(self, other), _op="mul")

    def _backward():
        ones = np.ones_like(out.data)
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(other.data * ones, self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(self.data * ones, other.shape)

    out._backward = _backward
    return out
