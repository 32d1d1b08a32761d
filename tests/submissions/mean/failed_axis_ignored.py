# misconception: axis-ignored | oracles: pytorch hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def mean(self, axis=None, keepdims=False):
    out = Tensor(self.data.mean(), _prev=(self,), _op="mean")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + np.full(self.shape, 1 / self.size) * out.grad

    out._backward = _backward
    return out
