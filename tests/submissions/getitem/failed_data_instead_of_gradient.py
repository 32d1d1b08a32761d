# misconception: data-for-gradient | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def getitem(self, index):
    out = Tensor(self.data[index], _prev=(self,), _op="getitem")

    def _backward():
        if self.requires_grad:
            z = np.zeros_like(self.data)
            np.add.at(z, index, self.data[index] * out.grad)
            self.grad = self.grad + z

    out._backward = _backward
    return out
