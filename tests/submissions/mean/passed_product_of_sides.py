# right
import math

import numpy as np

from minitorch import Tensor, implement


@implement
def mean(self, axis=None, keepdims=False):
    if axis is None:
        axes = range(self.ndim)
    elif isinstance(axis, int):
        axes = [axis]
    else:
        axes = axis
    count = math.prod(self.shape[a] for a in axes)
    value = self.data.mean(axis=axis, keepdims=True)
    out = Tensor(value if keepdims else self.data.mean(axis=axis), _prev=(self,), _op="mean")

    def _backward():
        if self.requires_grad:
            share = out.grad.reshape(value.shape) / max(count, 1)
            self.grad = self.grad + np.broadcast_to(share, self.shape)

    out._backward = _backward
    return out
