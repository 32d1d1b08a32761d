# misconception: wrong-axis-summed | oracles: pytorch hypothesis edges
from minitorch import implement


@implement
def unbroadcast(grad, shape):
    if grad.shape != tuple(shape):
        grad = grad.sum(axis=0)
    return grad
