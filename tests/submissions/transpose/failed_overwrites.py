# misconception: overwrites | oracles: graph
import numpy as np

from minitorch import Tensor, implement


@implement
def transpose(self, *axes):
    order = [a % self.ndim for a in axes] if axes else list(range(self.ndim))[::-1]
    out = Tensor(self.data.transpose(order), _prev=(self,), _op="transpose")

    def _backward():
        if self.requires_grad:
            self.grad = out.grad.transpose(np.argsort(order))

    out._backward = _backward
    return out
