# misconception: float32-inside | oracles: pytorch hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def tanh(self):
    out = Tensor(np.tanh(self.data), _prev=(self,), _op="tanh")
    saved = out.data.astype(np.float32)

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + ((1 - saved**2) * out.grad).astype(self.dtype)

    out._backward = _backward
    return out
