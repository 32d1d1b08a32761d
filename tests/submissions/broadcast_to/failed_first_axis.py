# misconception: wrong-axis-summed | oracles: pytorch gradcheck hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def broadcast_to(self, shape):
    out = Tensor(np.broadcast_to(self.data, shape), _prev=(self,), _op="broadcast_to")

    def _backward():
        if self.requires_grad:
            g = out.grad
            if g.shape != self.shape:
                g = g.sum(axis=0)
            self.grad = self.grad + g

    out._backward = _backward
    return out
