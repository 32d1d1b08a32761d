# misconception: axis-not-put-back | oracles: pytorch gradcheck hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def mean(self, axis=None, keepdims=False):
    out = Tensor(self.data.mean(axis=axis, keepdims=keepdims), _prev=(self,), _op="mean")

    def _backward():
        if self.requires_grad:
            n = self.size / max(out.size, 1)
            self.grad = self.grad + out.grad / max(n, 1) * np.ones_like(self.data)

    out._backward = _backward
    return out
