# misconception: mean-for-sum | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def sum(self, axis=None, keepdims=False):
    out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), _prev=(self,), _op="sum")
    kept = self.data.sum(axis=axis, keepdims=True).shape

    def _backward():
        if self.requires_grad:
            n = max(self.size // max(out.size, 1), 1)
            self.grad = self.grad + np.broadcast_to(out.grad.reshape(kept), self.shape) / n

    out._backward = _backward
    return out
