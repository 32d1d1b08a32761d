# misconception: none | oracles: edges
import numpy as np

from minitorch import Tensor, implement


@implement
def log(self):
    out = Tensor(np.log(np.abs(self.data)), _prev=(self,), _op="log")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad / self.data

    out._backward = _backward
    return out
