# right
import numpy as np

from minitorch import Tensor, implement


@implement
def pow(self, exponent):
    n = float(exponent)
    with np.errstate(all="ignore"):
        y = np.power(self.data, n)
        slope = n * np.power(self.data, n - 1.0 if n else 0.0)
    out = Tensor(y, _prev=(self,), _op="pow")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + slope * out.grad

    out._backward = _backward
    return out
