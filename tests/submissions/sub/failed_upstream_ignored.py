# misconception: upstream-ignored | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement, unbroadcast


@implement
def sub(self, other):
    out = Tensor(self.data - other.data, _prev=(self, other), _op="sub")
    one = np.ones_like(out.data)

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(one, self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(-one, other.shape)

    out._backward = _backward
    return out
