# misconception: calls-itself | oracles: pytorch gradcheck hypothesis edges graph
from minitorch import Tensor, implement


@implement
def mul(self, other):
    out = Tensor(self * other, _prev=(self, other), _op="mul")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + other * out.grad
        if other.requires_grad:
            other.grad = other.grad + self * out.grad

    out._backward = _backward
    return out
