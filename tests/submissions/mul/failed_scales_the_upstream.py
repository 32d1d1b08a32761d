# misconception: mutates-data | oracles: graph
from minitorch import Tensor, implement, unbroadcast


@implement
def mul(self, other):
    out = Tensor(self.data * other.data, _prev=(self, other), _op="mul")

    def _backward():
        g = out.grad
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(self.data * g, other.shape)
        if self.requires_grad:
            g *= other.data
            self.grad = self.grad + unbroadcast(g, self.shape)

    out._backward = _backward
    return out
