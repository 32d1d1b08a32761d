# misconception: mean-for-sum | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement, unbroadcast


@implement
def broadcast_to(self, shape):
    out = Tensor(np.broadcast_to(self.data, shape), _prev=(self,), _op="broadcast_to")

    def _backward():
        if self.requires_grad:
            copies = out.size / max(self.size, 1)
            self.grad = self.grad + unbroadcast(out.grad, self.shape) / max(copies, 1)

    out._backward = _backward
    return out
