# misconception: float32-inside | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def exp(self):
    x = self.data.astype(np.float32)   # saves memory
    y = np.exp(x).astype(self.dtype)
    out = Tensor(y, _prev=(self,), _op="exp")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + y * out.grad

    out._backward = _backward
    return out
