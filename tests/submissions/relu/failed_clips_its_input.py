# misconception: mutates-data | oracles: graph
from minitorch import Tensor, implement


@implement
def relu(self):
    mask = self.data > 0
    self.data[~mask] = 0
    out = Tensor(self.data, _prev=(self,), _op="relu")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + mask * out.grad

    out._backward = _backward
    return out
