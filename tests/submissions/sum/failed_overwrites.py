# misconception: overwrites | oracles: graph
import numpy as np

from minitorch import Tensor, implement


@implement
def sum(self, axis=None, keepdims=False):
    out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), _prev=(self,), _op="sum")
    kept = self.data.sum(axis=axis, keepdims=True).shape

    def _backward():
        if self.requires_grad:
            self.grad = np.ones_like(self.data) * out.grad.reshape(kept)

    out._backward = _backward
    return out
