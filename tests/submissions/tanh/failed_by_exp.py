# misconception: unstable-form | oracles: edges
import numpy as np

from minitorch import Tensor, implement


@implement
def tanh(self):
    up, down = np.exp(self.data), np.exp(-self.data)
    out = Tensor((up - down) / (up + down), _prev=(self,), _op="tanh")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + (1 - out.data**2) * out.grad

    out._backward = _backward
    return out
