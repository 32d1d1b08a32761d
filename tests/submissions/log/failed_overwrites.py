# misconception: overwrites | oracles: graph
import numpy as np

from minitorch import Tensor, implement


@implement
def log(self):
    result = Tensor(np.log(self.data), _prev=(self,), _op="log")

    def _backward():
        if self.requires_grad:
            self.grad = (1.0 / self.data) * result.grad

    result._backward = _backward
    return result
