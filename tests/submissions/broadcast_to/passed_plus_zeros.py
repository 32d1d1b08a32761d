# right
import numpy as np

from minitorch import Tensor, implement, unbroadcast


@implement
def broadcast_to(self, shape):
    blank = np.zeros(shape, dtype=self.dtype)
    out = Tensor(self.data + blank, _prev=(self,), _op="broadcast_to")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(out.grad, self.shape)

    out._backward = _backward
    return out
