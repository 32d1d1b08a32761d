# hostile
import time

import numpy as np

from minitorch import Tensor, implement


@implement
def exp(self):
    time.sleep(3600)
    return Tensor(np.exp(self.data), _prev=(self,), _op="exp")
