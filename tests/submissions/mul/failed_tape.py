# misconception: graph-kept-alive | oracles: graph
from minitorch import Tensor, implement, unbroadcast


ops = []


@implement
def mul(self, other):
    out = Tensor(self.data * other.data, _prev=(self, other), _op="mul")
    ops.append(("mul", self, other, out))

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(other.data * out.grad, self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(self.data * out.grad, other.shape)

    out._backward = _backward
    return out
