# misconception: mean-for-sum | oracles: pytorch hypothesis edges
from minitorch import Tensor, implement


def shrink(g, shape):
    extra = g.ndim - len(shape)
    axes = tuple(range(extra)) + tuple(extra + i for i, n in enumerate(shape) if n == 1)
    return g.mean(axis=axes, keepdims=True).reshape(shape) if axes and g.size else g.sum(axis=axes, keepdims=True).reshape(shape)


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
