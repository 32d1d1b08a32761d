# misconception: axes-not-aligned | oracles: hypothesis edges
from minitorch import implement


@implement
def unbroadcast(grad, shape):
    stretched = tuple(axis for axis, side in enumerate(shape) if side == 1)
    grad = grad.sum(axis=stretched, keepdims=True)
    return grad.sum(axis=tuple(range(grad.ndim - len(shape))))
