# misconception: upstream-ignored | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def sum(self, axis=None, keepdims=False):
    out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), _prev=(self,), _op="sum")

    def _backward():
        if self.requires_grad:
            # every element counts once
            self.grad = self.grad + np.ones_like(self.data)

    out._backward = _backward
    return out
