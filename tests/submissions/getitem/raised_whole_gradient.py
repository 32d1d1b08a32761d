# misconception: gradient-everywhere | oracles: pytorch hypothesis edges graph
from minitorch import Tensor, implement


@implement
def getitem(self, index):
    out = Tensor(self.data[index], _prev=(self,), _op="getitem")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad

    out._backward = _backward
    return out
