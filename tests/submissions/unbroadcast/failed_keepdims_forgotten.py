# misconception: keepdims-lost | oracles: pytorch hypothesis edges
from minitorch import implement


@implement
def unbroadcast(grad, shape):
    extra = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(extra)))
    stretched = tuple(i for i, n in enumerate(shape) if n == 1)
    return grad.sum(axis=stretched)
