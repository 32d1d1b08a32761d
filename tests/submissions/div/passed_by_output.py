# right
from minitorch import Tensor, implement, unbroadcast


@implement
def div(self, other):
    out = Tensor(self.data / other.data, _prev=(self, other), _op="div")

    def _backward():
        g = out.grad / other.data
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(g, self.shape)
        if other.requires_grad:
            other.grad = other.grad - unbroadcast(g * out.data, other.shape)

    out._backward = _backward
    return out
