# right
from minitorch import Tensor, implement, unbroadcast


@implement
def mul(self, other):
    a, b = self.data.copy(), other.data.copy()
    out = Tensor(a * b, _prev=(self, other), _op="mul")

    def _backward():
        da, db = out.grad * b, out.grad * a
        if self.requires_grad:
            self.grad += unbroadcast(da, self.shape)
        if other.requires_grad:
            other.grad += unbroadcast(db, other.shape)

    out._backward = _backward
    return out
