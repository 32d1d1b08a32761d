# misconception: mutates-data | oracles: graph
import numpy as np

from minitorch import Tensor, implement, unbroadcast


@implement
def add(self, other):
    if self.shape == np.broadcast_shapes(self.shape, other.shape):
        total = self.data
        total += other.data
    else:
        total = self.data + other.data
    out = Tensor(total, _prev=(self, other), _op="add")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(out.grad, self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(out.grad, other.shape)

    out._backward = _backward
    return out
