# right
import numpy as np

from minitorch import Tensor, implement, unbroadcast


@implement
def add(self, other):
    out = Tensor(np.add(self.data, other.data), _prev=(self, other), _op="+")

    def _backward():
        for parent in out._prev:
            if parent.requires_grad:
                parent.grad += unbroadcast(out.grad, parent.shape)

    out._backward = _backward
    return out
