# misconception: integral-for-derivative | oracles: pytorch gradcheck hypothesis edges graph
from minitorch import Tensor, implement


@implement
def pow(self, exponent):
    out = Tensor(self.data**exponent, _prev=(self,), _op="pow")

    def _backward():
        if self.requires_grad:
            n = exponent + 1
            self.grad = self.grad + self.data**n / n * out.grad

    out._backward = _backward
    return out
