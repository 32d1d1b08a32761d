# misconception: new-axes-left | oracles: pytorch hypothesis edges
from minitorch import implement


@implement
def unbroadcast(grad, shape):
    offset = grad.ndim - len(shape)
    for axis, side in enumerate(shape):
        if side == 1 and grad.shape[offset + axis] != 1:
            grad = grad.sum(axis=offset + axis, keepdims=True)
    return grad
