# misconception: constant-slope | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def neg(self):
    out = Tensor(-self.data, _prev=(self,), _op="neg")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + -self.data * out.grad

    out._backward = _backward
    return out
