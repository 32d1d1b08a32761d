# misconception: detached | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def mul(self, other):
    return Tensor(np.multiply(self.data, other.data), _op="mul")
