# misconception: overwrites | oracles: graph
import numpy as np

from minitorch import Tensor, implement


@implement
def mean(self, axis=None, keepdims=False):
    out = Tensor(self.data.mean(axis=axis, keepdims=keepdims), _prev=(self,), _op="mean")
    kept = self.data.sum(axis=axis, keepdims=True).shape

    def _backward():
        if self.requires_grad:
            n = max(self.size // max(out.size, 1), 1)
            self.grad = np.ones_like(self.data) * out.grad.reshape(kept) / n

    out._backward = _backward
    return out
