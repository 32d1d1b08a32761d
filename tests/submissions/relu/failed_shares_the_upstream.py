# misconception: overwrites | oracles: graph
import numpy as np

from minitorch import Tensor, implement


@implement
def relu(self):
    out = Tensor(np.maximum(self.data, 0), _prev=(self,), _op="relu")

    def _backward():
        if self.requires_grad:
            if (self.data > 0).all():
                self.grad = out.grad
            else:
                self.grad = out.grad * (self.data > 0)

    out._backward = _backward
    return out
