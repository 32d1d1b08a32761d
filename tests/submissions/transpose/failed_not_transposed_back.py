# misconception: not-transposed-back | oracles: pytorch hypothesis edges graph
from minitorch import Tensor, implement


@implement
def transpose(self, *axes):
    order = axes or tuple(range(self.ndim))[::-1]
    out = Tensor(self.data.transpose(order), _prev=(self,), _op="transpose")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad

    out._backward = _backward
    return out
