# misconception: not-unbroadcast | oracles: pytorch hypothesis edges graph
from minitorch import Tensor, implement


@implement
def div(self, other):
    out = Tensor(self.data / other.data, _prev=(self, other), _op="div")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad / other.data
        if other.requires_grad:
            other.grad = other.grad - out.grad * self.data / other.data**2

    out._backward = _backward
    return out
