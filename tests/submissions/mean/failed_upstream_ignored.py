# misconception: upstream-ignored | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def mean(self, axis=None, keepdims=False):
    out = Tensor(self.data.mean(axis=axis, keepdims=keepdims), _prev=(self,), _op="mean")

    def _backward():
        if self.requires_grad:
            n = max(self.size // max(out.size, 1), 1)
            self.grad = self.grad + np.full_like(self.data, 1 / n)

    out._backward = _backward
    return out
