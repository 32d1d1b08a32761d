# misconception: sigmoid-approximation | oracles: pytorch hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


@implement
def gelu(self, approximate="none"):
    x = self.data
    s = sigmoid(1.702 * x)
    out = Tensor(x * s, _prev=(self,), _op="gelu")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + (s + x * 1.702 * s * (1 - s)) * out.grad

    out._backward = _backward
    return out
