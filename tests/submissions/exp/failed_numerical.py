# misconception: numerical-derivative | oracles: pytorch hypothesis
import numpy as np

from minitorch import Tensor, implement


@implement
def exp(self):
    out = Tensor(np.exp(self.data), _prev=(self,), _op="exp")

    def _backward():
        if self.requires_grad:
            h = 1e-6
            slope = (np.exp(self.data + h) - np.exp(self.data - h)) / (2 * h)
            self.grad = self.grad + slope.astype(self.dtype) * out.grad

    out._backward = _backward
    return out
