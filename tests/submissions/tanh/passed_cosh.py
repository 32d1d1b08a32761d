# right
import numpy as np

from minitorch import Tensor, implement


@implement
def tanh(self):
    # sech^2, in a form that does not overflow
    out = Tensor(np.tanh(self.data), _prev=(self,), _op="tanh")

    def _backward():
        if self.requires_grad:
            t = out.data
            self.grad = self.grad + (1 - t) * (1 + t) * out.grad

    out._backward = _backward
    return out
