# misconception: no-axes-for-all | oracles: hypothesis edges graph
from minitorch import implement


@implement
def unbroadcast(grad, shape):
    added = grad.ndim - len(shape)
    stretched = tuple(
        added + axis
        for axis, side in enumerate(shape)
        if side == 1 and grad.shape[added + axis] != 1
    )
    axes = (*range(added), *stretched)
    return grad.sum(axis=axes or None, keepdims=True).reshape(shape)
