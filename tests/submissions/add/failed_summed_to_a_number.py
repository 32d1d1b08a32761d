# misconception: summed-everything | oracles: pytorch hypothesis edges
from minitorch import Tensor, implement


@implement
def add(self, other):
    out = Tensor(self.data + other.data, _prev=(self, other), _op="add")

    def _backward():
        for t in (self, other):
            if t.requires_grad:
                g = out.grad if out.shape == t.shape else out.grad.sum()
                t.grad = t.grad + g

    out._backward = _backward
    return out
