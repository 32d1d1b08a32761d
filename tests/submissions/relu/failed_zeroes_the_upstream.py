# misconception: mutates-data | oracles: graph
import numpy as np

from minitorch import Tensor, implement


@implement
def relu(self):
    out = Tensor(np.maximum(self.data, 0), _prev=(self,), _op="relu")

    def _backward():
        if self.requires_grad:
            g = out.grad
            g[self.data <= 0] = 0
            self.grad = self.grad + g

    out._backward = _backward
    return out
