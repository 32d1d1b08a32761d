# right
import numpy as np

from minitorch import Tensor, implement


@implement
def reshape(self, *shape):
    ziel = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
    out = Tensor(np.reshape(self.data, ziel), _prev=(self,), _op="reshape")
    form = self.data.shape

    def _backward():
        if self.requires_grad:
            flach = np.ravel(out.grad)
            self.grad = self.grad + np.reshape(flach, form)

    out._backward = _backward
    return out
