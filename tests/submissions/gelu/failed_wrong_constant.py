# misconception: none | oracles: pytorch hypothesis edges
import math

import numpy as np

from minitorch import Tensor, erf, implement


C = math.sqrt(2 / math.pi)
K = 0.44715


@implement
def gelu(self, approximate="none"):
    x = self.data
    if approximate == "none":
        weight = 0.5 * (1 + erf(x / math.sqrt(2)))
        slope = np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)
    else:
        t = np.tanh(C * (x + K * x**3))
        weight = 0.5 * (1 + t)
        slope = 0.5 * (1 - t**2) * C * (1 + 3 * K * x**2)
    out = Tensor(x * weight, _prev=(self,), _op="gelu")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + (weight + x * slope) * out.grad

    out._backward = _backward
    return out
