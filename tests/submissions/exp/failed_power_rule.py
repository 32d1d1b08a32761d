# misconception: power-rule | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def exp(self):
    e = Tensor(np.exp(self.data), _prev=(self,), _op="exp")

    def _backward():
        if self.requires_grad:
            # n * x**(n-1)
            local = self.data * np.exp(self.data - 1)
            self.grad = self.grad + local * e.grad

    e._backward = _backward
    return e
