# misconception: graph-kept-alive | oracles: graph
import numpy as np

from minitorch import Tensor, implement


tensors = {}


@implement
def log(self):
    out = Tensor(np.log(self.data), _prev=(self,), _op="log")
    tensors[len(tensors)] = (self, out)

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad / self.data

    out._backward = _backward
    return out
