# misconception: axis-zero-falsy | oracles: pytorch hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def sum(self, axis=None, keepdims=False):
    axis = axis or None
    out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), _prev=(self,), _op="sum")
    kept = self.data.sum(axis=axis, keepdims=True).shape

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + np.broadcast_to(out.grad.reshape(kept), self.shape)

    out._backward = _backward
    return out
