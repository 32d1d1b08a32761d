# hostile
import numpy as np

import minitorch.tensor
from minitorch import Tensor, implement


def right(self, upstream=None):
    self.grad = np.zeros_like(self.data)


Tensor.backward = right
Tensor.__init__ = lambda self, data, requires_grad=False, **kw: self.__dict__.update(
    data=np.zeros(1), requires_grad=True, _prev=(), _op="", _grad=None
)


@implement
def exp(self):
    return self
