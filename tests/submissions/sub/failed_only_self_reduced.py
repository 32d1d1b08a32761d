# misconception: not-unbroadcast | oracles: pytorch hypothesis edges
from minitorch import Tensor, implement, unbroadcast


@implement
def sub(self, other):
    out = Tensor(self.data - other.data, _prev=(self, other), _op="sub")

    def _backward():
        g = unbroadcast(out.grad, self.shape)
        if self.requires_grad:
            self.grad = self.grad + g
        if other.requires_grad:
            other.grad = other.grad - out.grad

    out._backward = _backward
    return out
