# right
import numpy as np

from minitorch import implement


@implement
def unbroadcast(grad: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    g = grad
    while g.ndim > len(shape):
        g = g.sum(axis=0)
    for axis in range(g.ndim):
        if shape[axis] == 1 and g.shape[axis] > 1:
            g = np.sum(g, axis=axis, keepdims=True)
        elif shape[axis] == 1 and g.shape[axis] == 0:
            g = np.zeros(g.shape[:axis] + (1,) + g.shape[axis + 1 :], dtype=g.dtype)
    return g
