# misconception: logarithm-protected | oracles: pytorch hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def log(self):
    eps = 1e-7
    out = Tensor(np.log(self.data + eps), _prev=(self,), _op="log")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad / (self.data + eps)

    out._backward = _backward
    return out
