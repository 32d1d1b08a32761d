# misconception: new-axes-left | oracles: pytorch hypothesis edges
from minitorch import Tensor, implement


@implement
def add(self, other):
    out = Tensor(self.data + other.data, _prev=(self, other), _op="add")

    def _backward():
        for t in (self, other):
            if t.requires_grad:
                k = out.ndim - t.ndim
                axes = tuple(i + k for i, n in enumerate(t.shape) if n == 1)
                t.grad = t.grad + out.grad.sum(axis=axes, keepdims=True)

    out._backward = _backward
    return out
