# misconception: none | oracles: edges
import numpy as np

from minitorch import Tensor, implement


@implement
def log(self):
    if (self.data <= 0).any():
        raise ValueError("log of a number that is not positive")
    out = Tensor(np.log(self.data), _prev=(self,), _op="log")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad / self.data

    out._backward = _backward
    return out
