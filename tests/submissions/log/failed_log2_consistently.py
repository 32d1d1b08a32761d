# misconception: other-logarithm | oracles: pytorch hypothesis edges graph
import math

import numpy as np

from minitorch import Tensor, implement


@implement
def log(self):
    out = Tensor(np.log2(self.data), _prev=(self,), _op="log")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad / (self.data * math.log(2))

    out._backward = _backward
    return out
