# misconception: stretched-axes-left | oracles: pytorch hypothesis edges
from minitorch import Tensor, implement


def fit(g, t):
    while len(g.shape) > len(t.shape):
        g = g.sum(0)
    return g


@implement
def sub(self, other):
    out = Tensor(self.data - other.data, _prev=(self, other), _op="sub")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + fit(out.grad, self)
        if other.requires_grad:
            other.grad = other.grad - fit(out.grad, other)

    out._backward = _backward
    return out
