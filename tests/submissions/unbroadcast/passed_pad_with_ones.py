# right
import numpy as np

from minitorch import implement


@implement
def unbroadcast(grad, shape):
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    axes = tuple(np.flatnonzero(np.array(padded, dtype=int) != np.array(grad.shape, dtype=int)))
    return np.add.reduce(grad, axis=axes, keepdims=True).reshape(shape) if axes else grad.reshape(shape)
