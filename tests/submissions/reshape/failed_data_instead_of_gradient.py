# misconception: data-for-gradient | oracles: pytorch gradcheck hypothesis edges graph
from minitorch import Tensor, implement


@implement
def reshape(self, *shape):
    out = Tensor(self.data.reshape(*shape), _prev=(self,), _op="reshape")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.data.reshape(self.shape)

    out._backward = _backward
    return out
