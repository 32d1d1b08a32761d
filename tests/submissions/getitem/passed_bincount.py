# right
import numpy as np

from minitorch import Tensor, implement


@implement
def getitem(self, index):
    out = Tensor(self.data[index], _prev=(self,), _op="getitem")
    # which element of the flat array each picked one is
    numbers = np.arange(self.size).reshape(self.shape)[index]

    def _backward():
        if self.requires_grad:
            flat = np.bincount(np.ravel(numbers), weights=np.ravel(out.grad), minlength=self.size)
            self.grad = self.grad + flat.reshape(self.shape).astype(self.dtype)

    out._backward = _backward
    return out
