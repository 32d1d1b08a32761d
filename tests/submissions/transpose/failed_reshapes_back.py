# misconception: reshape-for-transpose | oracles: pytorch gradcheck hypothesis edges graph
from minitorch import Tensor, implement


@implement
def transpose(self, *axes):
    out = Tensor(self.data.transpose(*axes), _prev=(self,), _op="transpose")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad.reshape(self.shape)

    out._backward = _backward
    return out
