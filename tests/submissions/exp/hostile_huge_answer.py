# hostile
import numpy as np

from minitorch import Tensor, implement


@implement
def exp(self):
    out = Tensor(np.exp(self.data), _prev=(self,), _op="exp")

    def _backward():
        self.grad = np.broadcast_to(np.float64(1.0), (10**6, 10**6))

    out._backward = _backward
    return out
