# right
import numpy as np

from minitorch import Tensor, implement


@implement
def transpose(self, *axes):
    if not axes:
        axes = tuple(reversed(range(self.ndim)))
    inverse = [0] * self.ndim
    for new, old in enumerate(axes):
        inverse[old] = new
    out = Tensor(np.transpose(self.data, axes), _prev=(self,), _op="transpose")

    def _backward():
        if self.requires_grad:
            self.grad += np.transpose(out.grad, inverse)

    out._backward = _backward
    return out
