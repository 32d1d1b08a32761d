# right
import numpy as np

from minitorch import Tensor, implement, unbroadcast


@implement
def sub(self, other):
    out = Tensor(np.subtract(self.data, other.data), _prev=(self, other), _op="sub")

    def _backward():
        pairs = [(self, out.grad), (other, np.negative(out.grad))]
        for tensor, g in pairs:
            if tensor.requires_grad:
                tensor.grad = tensor.grad + unbroadcast(g, tensor.shape)

    out._backward = _backward
    return out
