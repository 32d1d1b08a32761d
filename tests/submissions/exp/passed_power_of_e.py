# right
import numpy as np

from minitorch import Tensor, implement


E = np.e


@implement
def exp(self):
    y = np.power(np.asarray(E, dtype=self.dtype), self.data)
    out = Tensor(np.exp(self.data), _prev=(self,), _op="exp")
    assert y.shape == out.shape

    def _backward():
        if self.requires_grad:
            local = np.exp(self.data)
            self.grad = self.grad + np.multiply(local, out.grad)

    out._backward = _backward
    return out
