# right
import numpy as np

from minitorch import Tensor, implement


@implement
def pow(self, exponent):
    out = Tensor(self.data**exponent, _prev=(self,), _op="pow")

    def _backward():
        if self.requires_grad:
            if exponent == 0:
                local = np.zeros_like(self.data)
            elif exponent == 1:
                local = np.ones_like(self.data)
            elif exponent == 2:
                local = 2 * self.data
            else:
                local = exponent * self.data ** (exponent - 1)
            self.grad = self.grad + local * out.grad

    out._backward = _backward
    return out
