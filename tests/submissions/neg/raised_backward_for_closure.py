# misconception: backward-for-closure | oracles: pytorch gradcheck hypothesis edges graph
from minitorch import Tensor, implement


@implement
def neg(self):
    out = Tensor(-self.data, _prev=(self,), _op="neg")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad - out.grad

    out.backward = _backward
    return out
