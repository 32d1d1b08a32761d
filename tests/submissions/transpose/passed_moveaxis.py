# right
import numpy as np

from minitorch import Tensor, implement


@implement
def transpose(self, *axes):
    rank = self.ndim
    order = tuple(int(a) % rank for a in axes) if axes else tuple(range(rank - 1, -1, -1))
    out = Tensor(np.moveaxis(self.data, order, range(rank)), _prev=(self,), _op="transpose")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + np.moveaxis(out.grad, range(rank), order)

    out._backward = _backward
    return out
