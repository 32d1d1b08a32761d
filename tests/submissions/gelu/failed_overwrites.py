# misconception: overwrites | oracles: graph
import math

import numpy as np

from minitorch import Tensor, erf, implement


C = math.sqrt(2 / math.pi)


def _exact(x):
    return 0.5 * (1 + erf(x / math.sqrt(2))), np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)


def _approx(x):
    t = np.tanh(C * (x + 0.044715 * x**3))
    return 0.5 * (1 + t), 0.5 * (1 - t**2) * C * (1 + 3 * 0.044715 * x**2)


@implement
def gelu(self, approximate="none"):
    weight, slope = _exact(self.data) if approximate == "none" else _approx(self.data)
    out = Tensor(self.data * weight, _prev=(self,), _op="gelu")

    def _backward():
        if self.requires_grad:
            self.grad = (weight + self.data * slope) * out.grad

    out._backward = _backward
    return out
