# misconception: upstream-ignored | oracles: pytorch gradcheck hypothesis edges graph
from minitorch import Tensor, implement


@implement
def mul(self, other):
    out = Tensor(self.data * other.data, _prev=(self, other), _op="mul")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + other.data
        if other.requires_grad:
            other.grad = other.grad + self.data

    out._backward = _backward
    return out
