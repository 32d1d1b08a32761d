# misconception: detached | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def broadcast_to(self, shape):
    return Tensor(np.broadcast_to(self.data, shape))
