# right
from minitorch import Tensor, implement, unbroadcast


@implement
def mul(self, other):
    out = Tensor(self.data * other.data, _prev=(self, other), _op="mul")
    give = lambda t, g: setattr(t, "grad", t.grad + unbroadcast(g, t.shape)) if t.requires_grad else None
    out._backward = lambda: (give(self, other.data * out.grad), give(other, self.data * out.grad))
    return out
