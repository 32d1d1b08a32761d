# misconception: factor-size | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def relu(self):
    out = Tensor(np.maximum(self.data, 0), _prev=(self,), _op="relu")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + (self.data > 0) * out.grad / max(out.size, 1)

    out._backward = _backward
    return out
