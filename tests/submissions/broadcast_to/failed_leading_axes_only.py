# misconception: stretched-axes-left | oracles: pytorch gradcheck hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def broadcast_to(self, shape):
    out = Tensor(np.broadcast_to(self.data, shape), _prev=(self,), _op="broadcast_to")

    def _backward():
        if self.requires_grad:
            n = out.ndim - self.ndim
            self.grad = self.grad + out.grad.sum(axis=tuple(range(n)))

    out._backward = _backward
    return out
