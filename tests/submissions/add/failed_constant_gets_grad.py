# misconception: constant-gets-grad | oracles: graph
import numpy as np

from minitorch import Tensor, implement, unbroadcast


@implement
def add(self, other):
    out = Tensor(self.data + other.data, _prev=(self, other), _op="add")

    def _backward():
        for t in (self, other):
            if t.grad is None:
                t.grad = np.zeros_like(t.data)
            t.grad = t.grad + unbroadcast(out.grad, t.shape)

    out._backward = _backward
    return out
