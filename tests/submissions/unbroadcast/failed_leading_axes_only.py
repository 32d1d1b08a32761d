# misconception: stretched-axes-left | oracles: pytorch hypothesis edges
from minitorch import implement


@implement
def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    return grad
