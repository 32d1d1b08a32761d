# misconception: not-unbroadcast | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def broadcast_to(self, shape):
    out = Tensor(np.broadcast_to(self.data, shape), _prev=(self,), _op="broadcast_to")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad

    out._backward = _backward
    return out
