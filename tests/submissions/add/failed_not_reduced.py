# misconception: not-unbroadcast | oracles: pytorch hypothesis edges graph
from minitorch import Tensor, implement


@implement
def add(self, other):
    out = Tensor(self.data + other.data, _prev=(self, other), _op="add")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad
        if other.requires_grad:
            other.grad = other.grad + out.grad

    out._backward = _backward
    return out
