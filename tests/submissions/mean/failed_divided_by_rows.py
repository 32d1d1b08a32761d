# misconception: divided-by-other-count | oracles: pytorch gradcheck hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def mean(self, axis=None, keepdims=False):
    out = Tensor(self.data.mean(axis=axis, keepdims=keepdims), _prev=(self,), _op="mean")
    kept = self.data.sum(axis=axis, keepdims=True).shape
    n = self.shape[0] if self.ndim else 1

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + np.broadcast_to(out.grad.reshape(kept), self.shape) / max(n, 1)

    out._backward = _backward
    return out
