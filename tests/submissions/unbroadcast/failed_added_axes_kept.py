# misconception: added-axes-kept | oracles: pytorch hypothesis edges graph
from minitorch import implement


@implement
def unbroadcast(grad, shape):
    added = grad.ndim - len(shape)
    stretched = tuple(added + axis for axis, side in enumerate(shape) if side == 1)
    return grad.sum(axis=(*range(added), *stretched), keepdims=True)
