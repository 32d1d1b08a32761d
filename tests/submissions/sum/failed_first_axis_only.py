# misconception: axes-order | oracles: pytorch hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def sum(self, axis=None, keepdims=False):
    out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), _prev=(self,), _op="sum")

    def _backward():
        if self.requires_grad:
            g = out.grad
            if not keepdims and axis is not None:
                g = np.expand_dims(g, axis[0] if isinstance(axis, tuple) else axis)
            self.grad = self.grad + np.ones_like(self.data) * g

    out._backward = _backward
    return out
