# misconception: mask-inverted | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def relu(self):
    mask = self.data < 0
    out = Tensor(np.where(mask, 0, self.data), _prev=(self,), _op="relu")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + mask * out.grad

    out._backward = _backward
    return out
