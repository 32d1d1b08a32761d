# misconception: none | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def exp(self):
    out = Tensor(np.exp(self.data).reshape(-1), _prev=(self,), _op="exp")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.data * out.grad

    out._backward = _backward
    return out
