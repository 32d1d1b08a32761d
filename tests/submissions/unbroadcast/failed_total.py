# misconception: summed-everything | oracles: pytorch hypothesis edges
import numpy as np

from minitorch import implement


@implement
def unbroadcast(grad, shape):
    if grad.shape == tuple(shape):
        return grad
    return np.asarray(grad.sum())
