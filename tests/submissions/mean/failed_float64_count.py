# misconception: dtype-not-kept | oracles: hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def mean(self, axis=None, keepdims=False):
    total = self.data.sum(axis=axis, keepdims=keepdims)
    kept = self.data.sum(axis=axis, keepdims=True).shape
    n = np.float64(self.size) / max(np.prod(kept, dtype=int), 1)
    out = Tensor(total / n, _prev=(self,), _op="mean")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + np.broadcast_to(out.grad.reshape(kept), self.shape) / n

    out._backward = _backward
    return out
