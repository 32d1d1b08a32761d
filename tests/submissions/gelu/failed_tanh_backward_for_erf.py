# misconception: tanh-for-erf | oracles: pytorch gradcheck hypothesis edges graph
import math

import numpy as np

from minitorch import Tensor, erf, implement


C = math.sqrt(2 / math.pi)


@implement
def gelu(self, approximate="none"):
    x = self.data
    t = np.tanh(C * (x + 0.044715 * x**3))
    if approximate == "none":
        y = 0.5 * x * (1 + erf(x / math.sqrt(2)))
    else:
        y = 0.5 * x * (1 + t)
    out = Tensor(y, _prev=(self,), _op="gelu")

    def _backward():
        if self.requires_grad:
            local = 0.5 * (1 + t) + 0.5 * x * (1 - t**2) * C * (1 + 0.134145 * x**2)
            self.grad = self.grad + local * out.grad

    out._backward = _backward
    return out
