# misconception: factor-half | oracles: pytorch gradcheck hypothesis edges graph
from minitorch import Tensor, implement, unbroadcast


@implement
def mul(self, other):
    out = Tensor(self.data * other.data, _prev=(self, other), _op="mul")

    def _backward():
        # both share the upstream gradient
        g = out.grad / 2
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(other.data * g, self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(self.data * g, other.shape)

    out._backward = _backward
    return out
