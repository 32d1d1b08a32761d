# misconception: shared-array | oracles: graph
from minitorch import Tensor, implement


@implement
def reshape(self, *shape):
    out = Tensor(self.data.reshape(*shape), _prev=(self,), _op="reshape")

    def _backward():
        if self.requires_grad:
            g = out.grad.reshape(self.shape)
            self.grad = self.grad + g if self.grad.any() else g

    out._backward = _backward
    return out
