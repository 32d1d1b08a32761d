# misconception: axis-ignored | oracles: pytorch hypothesis edges
import builtins

import numpy as np

from minitorch import Tensor, implement


@implement
def sum(self, axis=None, keepdims=False):
    out = Tensor(builtins.sum(self.data.reshape(-1).tolist()), _prev=(self,), _op="sum")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + np.full(self.shape, out.grad)

    out._backward = _backward
    return out
