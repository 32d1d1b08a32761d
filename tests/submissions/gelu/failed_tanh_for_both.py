# misconception: tanh-for-erf | oracles: pytorch hypothesis edges graph
import math

import numpy as np

from minitorch import Tensor, implement


C = math.sqrt(2 / math.pi)


@implement
def gelu(self, approximate="none"):
    x = self.data
    t = np.tanh(C * (x + 0.044715 * x**3))
    out = Tensor(0.5 * x * (1 + t), _prev=(self,), _op="gelu")

    def _backward():
        if self.requires_grad:
            inner = C * (1 + 3 * 0.044715 * x**2)
            local = 0.5 * (1 + t) + 0.5 * x * (1 - t**2) * inner
            self.grad = self.grad + local * out.grad

    out._backward = _backward
    return out
