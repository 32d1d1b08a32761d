# misconception: parentheses | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def pow(self, exponent):
    out = Tensor(self.data**exponent, _prev=(self,), _op="pow")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + exponent * self.data**exponent - 1 * out.grad

    out._backward = _backward
    return out
