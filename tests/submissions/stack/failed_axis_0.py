# misconception: axis-ignored | oracles: pytorch gradcheck hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def stack(tensors, axis=0):
    tensors = tuple(tensors)
    out = Tensor(np.stack([t.data for t in tensors], axis=axis), _prev=tensors, _op="stack")

    def _backward():
        for i, t in enumerate(tensors):
            if t.requires_grad:
                t.grad = t.grad + out.grad[i]

    out._backward = _backward
    return out
