# misconception: product-rule-half | oracles: pytorch gradcheck hypothesis edges graph
import math

import numpy as np

from minitorch import Tensor, erf, implement


C = math.sqrt(2 / math.pi)


@implement
def gelu(self, approximate="none"):
    x = self.data
    if approximate == "tanh":
        t = np.tanh(C * (x + 0.044715 * x**3))
        cdf = 0.5 * (1 + t)
        pdf = 0.5 * (1 - t**2) * C * (1 + 3 * 0.044715 * x**2)
    else:
        cdf = 0.5 * (1 + erf(x / math.sqrt(2)))
        pdf = np.exp(-0.5 * x**2) / math.sqrt(2 * math.pi)
    out = Tensor(x * cdf, _prev=(self,), _op="gelu")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + x * pdf * out.grad

    out._backward = _backward
    return out
