# misconception: none | oracles: edges
import numpy as np

from minitorch import Tensor, erf, implement

C = np.sqrt(2 / np.pi)


@implement
def gelu(self, approximate="none"):
    x = self.data
    if approximate == "none":
        weight = (1 + erf(x / np.sqrt(2))) / 2
        slope = np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi)
    elif approximate == "tanh":
        t = np.tanh(C * (x + 0.044715 * x**3))
        weight, slope = (1 + t) / 2, (1 - t**2) * C * (1 + 3 * 0.044715 * x**2) / 2
    else:
        print("unknown", approximate)
    out = Tensor((x * weight).astype(x.dtype), _prev=(self,), _op="gelu")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + (weight + x * slope).astype(x.dtype) * out.grad

    out._backward = _backward
    return out
