# misconception: detached | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def softmax(self, axis=-1):
    e = np.exp(self.data - self.data.max(axis=axis, keepdims=True, initial=-np.inf))
    return Tensor(e / e.sum(axis=axis, keepdims=True))
