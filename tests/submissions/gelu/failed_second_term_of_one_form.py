# misconception: product-rule-half | oracles: pytorch gradcheck hypothesis edges
import math

import numpy as np

from minitorch import Tensor, erf, implement


@implement
def gelu(self, approximate="none"):
    x = self.data
    if approximate == "tanh":
        t = np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))
        cdf = slope = 0.5 * (1 + t)
    elif approximate == "none":
        cdf = 0.5 * (1 + erf(x / math.sqrt(2)))
        slope = cdf + x * np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)
    else:
        raise ValueError(approximate)
    out = Tensor(x * cdf, _prev=(self,), _op="gelu")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + slope * out.grad

    out._backward = _backward
    return out
