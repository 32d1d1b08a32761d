# misconception: shared-array | oracles: graph
from minitorch import Tensor, implement, unbroadcast


@implement
def add(self, other):
    out = Tensor(self.data + other.data, _prev=(self, other), _op="add")

    def accumulate(t, g):
        # no need to add to zeros, or to reduce what fits
        if g.shape != t.shape:
            g = unbroadcast(g, t.shape)
        t.grad = g if not t.grad.any() else t.grad + g

    def _backward():
        if self.requires_grad:
            accumulate(self, out.grad)
        if other.requires_grad:
            accumulate(other, out.grad)

    out._backward = _backward
    return out
