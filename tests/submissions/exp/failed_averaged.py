# misconception: factor-size | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def exp(self):
    out = Tensor(np.exp(self.data), _prev=(self,), _op="exp")

    def _backward():
        if self.requires_grad:
            n = max(self.data.size, 1)
            self.grad = self.grad + out.data * out.grad / n

    out._backward = _backward
    return out
