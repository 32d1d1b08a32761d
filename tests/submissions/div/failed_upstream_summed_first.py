# misconception: summed-too-early | oracles: pytorch gradcheck hypothesis edges graph
from minitorch import Tensor, implement, unbroadcast


@implement
def div(self, other):
    out = Tensor(self.data / other.data, _prev=(self, other), _op="div")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(out.grad, self.shape) / other.data
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(-out.grad, other.shape) * self.data / other.data**2

    out._backward = _backward
    return out
