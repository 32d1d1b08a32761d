# misconception: none | oracles: pytorch hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def pow(self, exponent):
    out = Tensor(np.exp(exponent * np.log(self.data)), _prev=(self,), _op="pow")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + exponent * out.data / self.data * out.grad

    out._backward = _backward
    return out
