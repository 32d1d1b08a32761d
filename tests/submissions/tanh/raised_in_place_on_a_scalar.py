# misconception: none | oracles: pytorch hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def tanh(self):
    out = Tensor(np.tanh(self.data), _prev=(self,), _op="tanh")

    def _backward():
        if self.requires_grad:
            local = np.square(out.data)
            np.subtract(1, local, out=local)
            local *= out.grad
            self.grad = self.grad + local

    out._backward = _backward
    return out
