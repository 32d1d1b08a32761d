# misconception: upstream-ignored | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement, unbroadcast


@implement
def add(self, other):
    out = Tensor(self.data + other.data, _prev=(self, other), _op="add")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(np.ones_like(out.data), self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(np.ones_like(out.data), other.shape)

    out._backward = _backward
    return out
