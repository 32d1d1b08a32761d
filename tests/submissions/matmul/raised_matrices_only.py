# misconception: vectors-not-promoted | oracles: pytorch hypothesis edges
from minitorch import Tensor, implement


@implement
def matmul(self, other):
    out = Tensor(self.data @ other.data, _prev=(self, other), _op="matmul")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad @ other.data.T
        if other.requires_grad:
            other.grad = other.grad + self.data.T @ out.grad

    out._backward = _backward
    return out
