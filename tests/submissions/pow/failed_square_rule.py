# misconception: square-alone | oracles: pytorch gradcheck hypothesis edges
from minitorch import Tensor, implement


@implement
def pow(self, exponent):
    out = Tensor(self.data**exponent, _prev=(self,), _op="pow")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + 2 * self.data * out.grad

    out._backward = _backward
    return out
