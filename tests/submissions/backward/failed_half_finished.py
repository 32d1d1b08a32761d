# misconception: closures-not-run | oracles: hypothesis gradcheck graph edges pytorch
import numpy as np

from minitorch import implement


@implement
def backward(self, gradient=None):
    if gradient is None:
        if self.size != 1:
            raise ValueError("one element")
        gradient = np.ones(self.shape)
    elif np.shape(gradient) != self.shape:
        raise ValueError("shape")
    self.grad = gradient
