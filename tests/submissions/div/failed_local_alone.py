# misconception: upstream-ignored | oracles: pytorch gradcheck hypothesis edges graph
from minitorch import Tensor, implement


@implement
def div(self, other):
    out = Tensor(self.data / other.data, _prev=(self, other), _op="div")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + 1 / other.data
        if other.requires_grad:
            other.grad = other.grad + -self.data / other.data**2

    out._backward = _backward
    return out
