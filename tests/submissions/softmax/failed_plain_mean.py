# misconception: plain-average | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def softmax(self, axis=-1):
    e = np.exp(self.data - self.data.max(axis=axis, keepdims=True, initial=-np.inf))
    p = e / e.sum(axis=axis, keepdims=True)
    out = Tensor(p, _prev=(self,), _op="softmax")

    def _backward():
        if self.requires_grad:
            g = out.grad
            self.grad = self.grad + p * (g - g.mean(axis=axis, keepdims=True))

    out._backward = _backward
    return out
