# misconception: none | oracles: graph
import numpy as np

from minitorch import Tensor, implement

last = None


@implement
def tanh(self):
    global last
    last = np.tanh(self.data)
    out = Tensor(last, _prev=(self,), _op="tanh")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + (1 - last**2) * out.grad

    out._backward = _backward
    return out
