# misconception: dtype-not-kept | oracles: hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def neg(self):
    out = Tensor(self.data * np.float64(-1.0), _prev=(self,), _op="neg")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + np.float64(-1.0) * out.grad

    out._backward = _backward
    return out
