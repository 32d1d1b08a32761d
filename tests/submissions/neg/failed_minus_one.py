# misconception: upstream-ignored | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def neg(self):
    out = Tensor(self.data * -1, _prev=(self,), _op="neg")

    def _backward():
        if self.requires_grad:
            # the derivative of -x is -1
            self.grad = self.grad + np.full(self.shape, -1, dtype=self.dtype)

    out._backward = _backward
    return out
