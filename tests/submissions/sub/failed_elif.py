# misconception: parents-asked-together | oracles: pytorch gradcheck hypothesis edges graph
from minitorch import Tensor, implement, unbroadcast


@implement
def sub(self, other):
    out = Tensor(self.data - other.data, _prev=(self, other), _op="sub")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(out.grad, self.shape)
        elif other.requires_grad:
            other.grad = other.grad + unbroadcast(-out.grad, other.shape)

    out._backward = _backward
    return out
