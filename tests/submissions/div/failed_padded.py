# misconception: none | oracles: pytorch hypothesis edges
from minitorch import Tensor, implement, unbroadcast


EPS = 1e-8


@implement
def div(self, other):
    bottom = other.data + EPS
    out = Tensor(self.data / bottom, _prev=(self, other), _op="div")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(out.grad / bottom, self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(-out.grad * self.data / bottom**2, other.shape)

    out._backward = _backward
    return out
