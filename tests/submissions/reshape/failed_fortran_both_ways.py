# misconception: fortran-order | oracles: pytorch hypothesis edges
from minitorch import Tensor, implement


@implement
def reshape(self, *shape):
    if len(shape) == 1 and isinstance(shape[0], tuple):
        shape = shape[0]
    out = Tensor(self.data.reshape(shape, order="F"), _prev=(self,), _op="reshape")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad.reshape(self.shape, order="F")

    out._backward = _backward
    return out
