# right
import numpy as np

from minitorch import Tensor, implement


@implement
def exp(self):
    y = np.exp(self.data)
    out = Tensor(y, _prev=(self,), _op="exp")

    def _backward():
        if self.requires_grad:
            self.grad += y * out.grad

    out._backward = _backward
    return out
