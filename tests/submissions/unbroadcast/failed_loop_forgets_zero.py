# misconception: none | oracles: hypothesis edges
from minitorch import implement


@implement
def unbroadcast(grad, shape):
    for _ in range(grad.ndim - len(shape)):
        grad = grad.sum(axis=0)
    for i in range(1, len(shape)):
        if shape[i] == 1:
            grad = grad.sum(axis=i, keepdims=True)
    return grad
