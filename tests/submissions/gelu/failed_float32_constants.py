# misconception: float32-inside | oracles: pytorch gradcheck hypothesis edges graph
import math

import numpy as np

from minitorch import Tensor, erf, implement


C = math.sqrt(2 / math.pi)


@implement
def gelu(self, approximate="none"):
    x = self.data.astype(np.float32)
    if approximate == "none":
        weight = 0.5 * (1 + erf(x / np.float32(math.sqrt(2))))
        slope = np.exp(-(x**2) / 2) / np.float32(math.sqrt(2 * math.pi))
    else:
        t = np.tanh(np.float32(C) * (x + np.float32(0.044715) * x**3))
        weight = 0.5 * (1 + t)
        slope = 0.5 * (1 - t**2) * np.float32(C) * (1 + np.float32(0.134145) * x**2)
    out = Tensor((x * weight).astype(self.dtype), _prev=(self,), _op="gelu")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + (weight + x * slope) * out.grad

    out._backward = _backward
    return out
