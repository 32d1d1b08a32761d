# misconception: not-divided | oracles: pytorch hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def mean(self, axis=None, keepdims=False):
    out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), _prev=(self,), _op="mean")
    kept = self.data.sum(axis=axis, keepdims=True).shape

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + np.broadcast_to(out.grad.reshape(kept), self.shape)

    out._backward = _backward
    return out
