# misconception: none | oracles: pytorch hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def unbroadcast(grad, shape):
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    axes = tuple(np.flatnonzero(np.array(padded, dtype=int) != np.array(grad.shape, dtype=int)))
    total = np.add.reduce(grad, axis=axes, keepdims=True) if axes else grad
    return Tensor(total.reshape(shape))
