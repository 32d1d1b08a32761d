# right
from minitorch import Tensor, implement


@implement
def relu(self):
    m = (self.data > 0).astype(self.data.dtype)
    out = Tensor(self.data * m, _prev=(self,), _op="relu")

    def _backward():
        if self.requires_grad:
            self.grad += m * out.grad

    out._backward = _backward
    return out
