# hostile
import numpy as np

from minitorch import Tensor, implement


class Number:
    def __float__(self):
        raise SystemExit(0)

    def __array__(self, *args, **kwargs):
        return np.array(2.0)


@implement
def exp(self):
    out = Tensor(np.exp(self.data), _prev=(self,), _op="exp")
    out.data = np.array([Number()] * max(self.size, 1), dtype=object)
    return out
