# misconception: mean-for-sum | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def softmax(self, axis=-1):
    e = np.exp(self.data - self.data.max(axis=axis, keepdims=True, initial=-np.inf))
    out = Tensor(e / e.sum(axis=axis, keepdims=True), _prev=(self,), _op="softmax")

    def _backward():
        if self.requires_grad and self.size:
            p, g = out.data, out.grad
            self.grad = self.grad + p * (g - (p * g).mean(axis=axis, keepdims=True))

    out._backward = _backward
    return out
