# misconception: upstream-squared | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def tanh(self):
    t = np.tanh(self.data)
    out = Tensor(t, _prev=(self,), _op="tanh")

    def _backward():
        if self.requires_grad:
            g = (1 - t**2) * out.grad
            self.grad = self.grad + g * out.grad

    out._backward = _backward
    return out
