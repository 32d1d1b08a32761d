# misconception: factor-side | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def exp(self):
    out = Tensor(np.exp(self.data), _prev=(self,), _op="exp")

    def _backward():
        if self.requires_grad:
            batch = self.shape[0] if self.ndim and self.shape[0] else 1
            self.grad = self.grad + out.data * out.grad / batch

    out._backward = _backward
    return out
