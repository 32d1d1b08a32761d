# misconception: float32-inside | oracles: pytorch hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement, unbroadcast


@implement
def add(self, other):
    out = Tensor((self.data + other.data).astype(np.float32), _prev=(self, other), _op="add")

    def _backward():
        for t in (self, other):
            if t.requires_grad:
                t.grad = t.grad + unbroadcast(out.grad, t.shape)

    out._backward = _backward
    return out
