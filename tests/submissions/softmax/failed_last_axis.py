# misconception: axis-hard-coded | oracles: pytorch hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def softmax(self, axis=-1):
    e = np.exp(self.data - self.data.max(axis=-1, keepdims=True, initial=-np.inf))
    out = Tensor(e / e.sum(axis=-1, keepdims=True), _prev=(self,), _op="softmax")

    def _backward():
        if self.requires_grad:
            p, g = out.data, out.grad
            self.grad = self.grad + p * (g - (p * g).sum(axis=-1, keepdims=True))

    out._backward = _backward
    return out
