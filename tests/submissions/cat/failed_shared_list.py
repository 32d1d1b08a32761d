# misconception: none | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


def remember(tensors, seen=[]):
    seen.extend(tensors)
    return seen


@implement
def cat(tensors, axis=0):
    tensors = tuple(tensors)
    out = Tensor(np.concatenate([t.data for t in tensors], axis=axis), _prev=tensors, _op="cat")

    def _backward():
        start = 0
        for t in remember(tensors):
            n = t.shape[axis]
            if t.requires_grad:
                t.grad = t.grad + np.take(out.grad, np.arange(start, start + n), axis=axis)
            start += n

    out._backward = _backward
    return out
