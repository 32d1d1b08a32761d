# misconception: axes-not-aligned | oracles: hypothesis edges
from minitorch import implement


@implement
def unbroadcast(grad, shape):
    added = tuple(range(grad.ndim - len(shape)))
    stretched = tuple(axis for axis, side in enumerate(shape) if side == 1 and grad.shape[axis] != 1)
    return grad.sum(axis=added + stretched, keepdims=True).reshape(shape)
