# misconception: upstream-ignored | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def stack(tensors, axis=0):
    tensors = tuple(tensors)
    out = Tensor(np.stack([t.data for t in tensors], axis=axis), _prev=tensors, _op="stack")

    def _backward():
        for t in tensors:
            if t.requires_grad:
                t.grad = t.grad + np.ones(t.shape, t.dtype)

    out._backward = _backward
    return out
