# misconception: second-pass-wrong | oracles: graph
import numpy as np

from minitorch import Tensor, implement


@implement
def exp(self):
    local = np.exp(self.data)
    out = Tensor(local, _prev=(self,), _op="exp")

    def _backward():
        nonlocal local
        if self.requires_grad:
            local *= out.grad
            self.grad = self.grad + local

    out._backward = _backward
    return out
