# misconception: summed-too-early | oracles: pytorch hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement, unbroadcast


@implement
def mul(self, other):
    out = Tensor(self.data * other.data, _prev=(self, other), _op="mul")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(other.data * np.ones_like(self.data), self.shape) * unbroadcast(out.grad, self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(self.data * np.ones_like(other.data), other.shape) * unbroadcast(out.grad, other.shape)

    out._backward = _backward
    return out
