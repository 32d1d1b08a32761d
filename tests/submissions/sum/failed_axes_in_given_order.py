# misconception: axes-order | oracles: edges
import numpy as np

from minitorch import Tensor, implement


@implement
def sum(self, axis=None, keepdims=False):
    out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), _prev=(self,), _op="sum")

    def _backward():
        if self.requires_grad:
            g = out.grad
            if axis is not None and not keepdims:
                axes = axis if isinstance(axis, tuple) else (axis,)
                for a in axes:
                    g = np.expand_dims(g, a)
            self.grad = self.grad + np.broadcast_to(g, self.shape)

    out._backward = _backward
    return out
