# misconception: overwrites | oracles: graph
import numpy as np

from minitorch import Tensor, implement, unbroadcast


@implement
def broadcast_to(self, shape):
    out = Tensor(np.broadcast_to(self.data, shape), _prev=(self,), _op="broadcast_to")

    def _backward():
        if self.requires_grad:
            self.grad = unbroadcast(out.grad, self.shape)

    out._backward = _backward
    return out
