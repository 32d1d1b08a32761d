# misconception: argument-ignored | oracles: pytorch hypothesis edges
from minitorch import Tensor, implement


@implement
def transpose(self, *axes):
    out = Tensor(self.data.T, _prev=(self,), _op="T")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad.T

    out._backward = _backward
    return out
