# right
import numpy as np

from minitorch import Tensor, implement


@implement
def sum(self, axis=None, keepdims=False):
    """sum over axis"""
    out = Tensor(np.sum(self.data, axis=axis, keepdims=keepdims), _prev=(self,), _op="Σ")

    def _backward():
        if not self.requires_grad:
            return
        g = out.grad
        if not keepdims:
            if axis is None:
                g = np.reshape(g, (1,) * self.ndim)
            else:
                g = np.expand_dims(g, axis)   # takes tuples in any order
        self.grad += np.broadcast_to(g, self.shape)

    out._backward = _backward
    return out
