# misconception: state-between-runs | oracles: hypothesis graph
import numpy as np

from minitorch import Tensor, implement


memo = {}


@implement
def exp(self):
    key = self.data.tobytes(), self.shape, self.requires_grad
    if key in memo:
        return memo[key]      # we have seen this one before
    out = Tensor(np.exp(self.data), _prev=(self,), _op="exp")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.data * out.grad

    out._backward = _backward
    memo[key] = out
    return out
