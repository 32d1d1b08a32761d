# right
import numpy as np

from minitorch import Tensor, implement


@implement
def broadcast_to(self, shape):
    return Tensor(np.zeros(shape, dtype=self.dtype)).add(self)
