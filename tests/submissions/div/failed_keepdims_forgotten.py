# misconception: keepdims-lost | oracles: pytorch hypothesis edges
from minitorch import Tensor, implement


def unbroadcast_(g, shape):
    k = g.ndim - len(shape)
    return g.sum(tuple(range(k)) + tuple(k + i for i, n in enumerate(shape) if n == 1))


@implement
def div(self, other):
    out = Tensor(self.data / other.data, _prev=(self, other), _op="div")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast_(out.grad / other.data, self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast_(-out.grad * self.data / other.data**2, other.shape)

    out._backward = _backward
    return out
