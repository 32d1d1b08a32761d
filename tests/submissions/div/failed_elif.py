# misconception: parents-asked-together | oracles: pytorch gradcheck hypothesis edges graph
from minitorch import Tensor, implement, unbroadcast


@implement
def div(self, other):
    out = Tensor(self.data / other.data, _prev=(self, other), _op="div")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(out.grad / other.data, self.shape)
        elif other.requires_grad:
            other.grad = other.grad + unbroadcast(-out.grad * self.data / other.data**2, other.shape)

    out._backward = _backward
    return out
