# misconception: keepdims-lost | oracles: pytorch hypothesis edges
from minitorch import Tensor, implement


def reduce_to(g, shape):
    extra = g.ndim - len(shape)
    axes = tuple(range(extra)) + tuple(i + extra for i, n in enumerate(shape) if n == 1)
    return g.sum(axis=axes)


@implement
def add(self, other):
    out = Tensor(self.data + other.data, _prev=(self, other), _op="add")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + reduce_to(out.grad, self.shape)
        if other.requires_grad:
            other.grad = other.grad + reduce_to(out.grad, other.shape)

    out._backward = _backward
    return out
