# misconception: repeated-index-lost | oracles: pytorch hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def getitem(self, index):
    out = Tensor(self.data[index], _prev=(self,), _op="getitem")

    def _backward():
        if self.requires_grad:
            dx = np.zeros_like(self.data)
            dx[index] += out.grad     # += so that repeated indices add up
            self.grad = self.grad + dx

    out._backward = _backward
    return out
