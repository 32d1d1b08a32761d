# misconception: shared-array | oracles: graph
import numpy as np

from minitorch import Tensor, implement


@implement
def getitem(self, index):
    out = Tensor(self.data[index], _prev=(self,), _op="getitem")
    out.data = np.asarray(self.data[index])

    def _backward():
        if self.requires_grad:
            z = np.zeros_like(self.data)
            np.add.at(z, index, out.grad)
            self.grad = self.grad + z

    out._backward = _backward
    return out
