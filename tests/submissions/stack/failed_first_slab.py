# misconception: offset-not-advanced | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def stack(tensors, axis=0):
    tensors = tuple(tensors)
    out = Tensor(np.stack([t.data for t in tensors], axis=axis), _prev=tensors, _op="stack")

    def _backward():
        i = 0
        for t in tensors:
            if t.requires_grad:
                t.grad = t.grad + np.take(out.grad, i, axis=axis)

    out._backward = _backward
    return out
