# misconception: keepdims-lost | oracles: pytorch hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def softmax(self, axis=-1):
    e = np.exp(self.data - self.data.max(axis=axis, keepdims=True, initial=-np.inf))
    out = Tensor(e / e.sum(axis=axis, keepdims=True), _prev=(self,), _op="softmax")

    def _backward():
        if self.requires_grad:
            p = out.data
            self.grad = self.grad + p * (out.grad - (p * out.grad).sum(axis=axis))

    out._backward = _backward
    return out
