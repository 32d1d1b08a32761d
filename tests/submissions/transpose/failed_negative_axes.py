# misconception: negative-axes-as-they-are | oracles: hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def transpose(self, *axes):
    order = axes or tuple(range(self.ndim))[::-1]
    out = Tensor(self.data.transpose(order), _prev=(self,), _op="transpose")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad.transpose(np.argsort(order))

    out._backward = _backward
    return out
