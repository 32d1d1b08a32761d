# misconception: axis-not-put-back | oracles: pytorch gradcheck hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def sum(self, axis=None, keepdims=False):
    out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), _prev=(self,), _op="sum")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + np.broadcast_to(out.grad, self.shape)

    out._backward = _backward
    return out
