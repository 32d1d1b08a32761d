# misconception: float32-inside | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement, unbroadcast


@implement
def mul(self, other):
    a = np.asarray(self.data, dtype=np.float32)
    b = np.asarray(other.data, dtype=np.float32)
    out = Tensor((a * b).astype(self.dtype), _prev=(self, other), _op="mul")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(b * out.grad, self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(a * out.grad, other.shape)

    out._backward = _backward
    return out
