# misconception: keepdims-ignored | oracles: pytorch hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def mean(self, axis=None, keepdims=False):
    out = Tensor(self.data.mean(axis=axis), _prev=(self,), _op="mean")
    kept = self.data.sum(axis=axis, keepdims=True).shape

    def _backward():
        if self.requires_grad:
            n = max(self.size // max(out.size, 1), 1)
            self.grad = self.grad + np.broadcast_to(out.grad.reshape(kept), self.shape) / n

    out._backward = _backward
    return out
