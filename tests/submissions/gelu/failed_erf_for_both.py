# misconception: argument-ignored | oracles: pytorch hypothesis edges
import math

import numpy as np

from minitorch import Tensor, erf, implement


@implement
def gelu(self, approximate="none"):
    x = self.data
    cdf = (1 + erf(x / math.sqrt(2))) / 2
    out = Tensor(x * cdf, _prev=(self,), _op="gelu")

    def _backward():
        if self.requires_grad:
            pdf = np.exp(-x * x / 2) / math.sqrt(2 * math.pi)
            self.grad = self.grad + (cdf + x * pdf) * out.grad

    out._backward = _backward
    return out
