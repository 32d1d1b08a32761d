# misconception: reshape-for-transpose | oracles: pytorch hypothesis edges graph
from minitorch import Tensor, implement


@implement
def transpose(self, *axes):
    order = axes if axes else tuple(reversed(range(self.ndim)))
    shape = tuple(self.shape[a] for a in order)
    out = Tensor(self.data.reshape(shape), _prev=(self,), _op="transpose")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad.reshape(self.shape)

    out._backward = _backward
    return out
