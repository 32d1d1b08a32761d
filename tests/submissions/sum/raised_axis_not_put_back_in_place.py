# misconception: axis-not-put-back | oracles: pytorch hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def sum(self, axis=None, keepdims=False):
    out = Tensor(np.sum(self.data, axis=axis, keepdims=keepdims), _prev=(self,), _op="sum")

    def _backward():
        if self.requires_grad:
            self.grad += out.grad     # NumPy broadcasts

    out._backward = _backward
    return out
