# misconception: no-axes-for-all | oracles: hypothesis edges graph
from minitorch import implement


@implement
def unbroadcast(grad, shape):
    added = grad.ndim - len(shape)
    stretched = tuple(added + axis for axis, side in enumerate(shape) if side == 1)
    axes = (*range(added), *stretched)
    grad = grad.sum(axis=axes or None, keepdims=True)
    return grad.squeeze(axis=tuple(range(added)))
