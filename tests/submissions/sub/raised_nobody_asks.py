# misconception: constant-gets-grad | oracles: edges graph
from minitorch import Tensor, implement, unbroadcast


@implement
def sub(self, other):
    out = Tensor(self.data - other.data, _prev=(self, other), _op="sub")

    def _backward():
        self.grad = self.grad + unbroadcast(out.grad, self.shape)
        other.grad = other.grad - unbroadcast(out.grad, other.shape)

    out._backward = _backward
    return out
