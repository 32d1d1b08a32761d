# misconception: keepdims-lost | oracles: pytorch gradcheck hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def broadcast_to(self, shape):
    out = Tensor(np.broadcast_to(self.data, shape), _prev=(self,), _op="broadcast_to")

    def _backward():
        if self.requires_grad:
            lead = out.ndim - self.ndim
            axes = tuple(range(lead)) + tuple(lead + i for i, n in enumerate(self.shape) if n == 1)
            self.grad = self.grad + out.grad.sum(axis=axes)

    out._backward = _backward
    return out
