# right
import numpy as np

from minitorch import Tensor, implement


@implement
def log(self):
    x = self.data
    out = Tensor(np.log(x), _prev=(self,), _op="log")

    def _backward():
        if not self.requires_grad:
            return
        self.grad = self.grad + np.reciprocal(x) * out.grad

    out._backward = _backward
    return out
