# misconception: keepdims-lost | oracles: pytorch hypothesis edges
from minitorch import Tensor, implement


def shrink(g, shape):
    while g.ndim > len(shape):
        g = g.sum(axis=0)
    for axis, n in enumerate(shape):
        if n == 1:
            g = g.sum(axis=axis)
    return g


@implement
def mul(self, other):
    out = Tensor(self.data * other.data, _prev=(self, other), _op="mul")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + shrink(other.data * out.grad, self.shape)
        if other.requires_grad:
            other.grad = other.grad + shrink(self.data * out.grad, other.shape)

    out._backward = _backward
    return out
