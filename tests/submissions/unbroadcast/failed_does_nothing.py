# misconception: not-unbroadcast | oracles: pytorch hypothesis edges
from minitorch import implement


@implement
def unbroadcast(grad, shape):
    return grad
