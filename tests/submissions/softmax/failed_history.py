# misconception: graph-kept-alive | oracles: graph
import numpy as np

from minitorch import Tensor, implement


last = []


@implement
def softmax(self, axis=-1):
    e = np.exp(self.data - self.data.max(axis=axis, keepdims=True, initial=-np.inf))
    out = Tensor(e / e.sum(axis=axis, keepdims=True), _prev=(self,), _op="softmax")
    last[:] = [out]      # so that I can look at it

    def _backward():
        if self.requires_grad:
            p, g = out.data, out.grad
            self.grad = self.grad + p * (g - (p * g).sum(axis=axis, keepdims=True))

    out._backward = _backward
    return out
