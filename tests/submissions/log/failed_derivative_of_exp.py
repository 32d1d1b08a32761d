# misconception: derivative-of-exp | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def log(self):
    out = Tensor(np.log(self.data), _prev=(self,), _op="log")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.data * out.grad

    out._backward = _backward
    return out
