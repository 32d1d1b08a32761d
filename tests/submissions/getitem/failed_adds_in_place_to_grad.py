# misconception: repeated-index-lost | oracles: pytorch hypothesis edges
from minitorch import Tensor, implement


@implement
def getitem(self, index):
    out = Tensor(self.data[index], _prev=(self,), _op="getitem")

    def _backward():
        if self.requires_grad:
            self.grad[index] += out.grad

    out._backward = _backward
    return out
