# misconception: nan-on-the-way | oracles: edges
from minitorch import Tensor, implement


@implement
def pow(self, exponent):
    out = Tensor(self.data**exponent, _prev=(self,), _op="pow")

    def _backward():
        if self.requires_grad:
            # x**(n-1) = x**n / x saves one power
            self.grad = self.grad + exponent * out.data / self.data * out.grad

    out._backward = _backward
    return out
