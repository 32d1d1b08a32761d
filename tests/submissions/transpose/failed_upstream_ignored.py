# misconception: upstream-ignored | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def transpose(self, *axes):
    out = Tensor(self.data.transpose(*axes), _prev=(self,), _op="transpose")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + np.ones_like(self.data)

    out._backward = _backward
    return out
