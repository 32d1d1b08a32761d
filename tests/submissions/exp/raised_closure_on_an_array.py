# misconception: returns-array | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def exp(self):
    out = np.exp(self.data)

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out * out.grad

    out._backward = _backward
    return out
