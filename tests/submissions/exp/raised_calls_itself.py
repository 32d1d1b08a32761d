# misconception: calls-itself | oracles: pytorch gradcheck hypothesis edges graph
from minitorch import Tensor, implement


@implement
def exp(self):
    out = Tensor(self.exp().data, _prev=(self,), _op="exp")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.data * out.grad

    out._backward = _backward
    return out
