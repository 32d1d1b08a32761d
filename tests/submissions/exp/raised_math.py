# misconception: math-for-numpy | oracles: pytorch hypothesis edges graph
import math

import numpy as np

from minitorch import Tensor, implement


@implement
def exp(self):
    out = Tensor(math.exp(self.data), _prev=(self,), _op="exp")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.data * out.grad

    out._backward = _backward
    return out
