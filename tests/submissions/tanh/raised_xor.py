# misconception: xor-for-power | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def tanh(self):
    out = Tensor(np.tanh(self.data), _prev=(self,), _op="tanh")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + (1 - out.data ^ 2) * out.grad

    out._backward = _backward
    return out
