# misconception: logarithm-protected | oracles: edges
import numpy as np

from minitorch import Tensor, implement


@implement
def log(self):
    safe = np.maximum(self.data, 1e-8)   # never log(0)
    out = Tensor(np.log(safe), _prev=(self,), _op="log")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad / safe

    out._backward = _backward
    return out
