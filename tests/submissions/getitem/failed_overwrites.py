# misconception: overwrites | oracles: graph
import numpy as np

from minitorch import Tensor, implement


@implement
def getitem(self, index):
    out = Tensor(self.data[index], _prev=(self,), _op="getitem")

    def _backward():
        if self.requires_grad:
            self.grad = np.zeros_like(self.data)
            np.add.at(self.grad, index, out.grad)

    out._backward = _backward
    return out
