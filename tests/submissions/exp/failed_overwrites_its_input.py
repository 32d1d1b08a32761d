# misconception: mutates-data | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import implement


@implement
def exp(self):
    self.data = np.exp(self.data)
    return self
