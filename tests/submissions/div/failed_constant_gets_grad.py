# misconception: constant-gets-grad | oracles: graph
from minitorch import Tensor, implement, unbroadcast


def add_to(t, g):
    g = unbroadcast(g, t.shape)
    t.grad = g.copy() if t.grad is None else t.grad + g


@implement
def div(self, other):
    out = Tensor(self.data / other.data, _prev=(self, other), _op="div")

    def _backward():
        add_to(self, out.grad / other.data)
        add_to(other, -out.grad * self.data / other.data**2)

    out._backward = _backward
    return out
