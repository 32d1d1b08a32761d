# misconception: product-rule-half | oracles: pytorch gradcheck hypothesis edges graph
import math

import numpy as np

from minitorch import Tensor, erf, implement


@implement
def gelu(self, approximate="none"):
    x = self.data
    if approximate == "tanh":
        t = np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))
        cdf = 0.5 * (1 + t)
    else:
        cdf = 0.5 * (1 + erf(x / math.sqrt(2)))
    out = Tensor(x * cdf, _prev=(self,), _op="gelu")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + cdf * out.grad

    out._backward = _backward
    return out
