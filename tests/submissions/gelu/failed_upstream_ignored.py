# misconception: upstream-ignored | oracles: pytorch gradcheck hypothesis edges graph
import math

import numpy as np

from minitorch import Tensor, erf, implement


C = math.sqrt(2 / math.pi)


@implement
def gelu(self, approximate="none"):
    x = self.data
    if approximate == "none":
        weight = 0.5 * (1 + erf(x / math.sqrt(2)))
        slope = np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)
    else:
        t = np.tanh(C * (x + 0.044715 * x**3))
        weight = 0.5 * (1 + t)
        slope = 0.5 * (1 - t**2) * C * (1 + 3 * 0.044715 * x**2)
    out = Tensor(x * weight, _prev=(self,), _op="gelu")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + weight + x * slope

    out._backward = _backward
    return out
