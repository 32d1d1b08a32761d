# misconception: wrong-axis-summed | oracles: pytorch hypothesis edges
from minitorch import implement


@implement
def unbroadcast(grad, shape):
    # new axes are appended at the end
    while grad.ndim > len(shape):
        grad = grad.sum(axis=-1)
    for axis, side in enumerate(shape):
        if side == 1:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad
