# misconception: returns-array | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import implement


@implement
def exp(self):
    return np.exp(self.data)
