# misconception: none | oracles: edges
import numpy as np

from minitorch import Tensor, implement


@implement
def relu(self):
    out = Tensor(np.clip(self.data, 0, 6), _prev=(self,), _op="relu")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + (self.data > 0) * out.grad

    out._backward = _backward
    return out
