# misconception: axis-ignored | oracles: pytorch gradcheck hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def stack(tensors, axis=0):
    tensors = tuple(tensors)
    out = Tensor(np.stack([t.data for t in tensors], axis=axis), _prev=tensors, _op="stack")

    def _backward():
        for t, g in zip(tensors, out.grad):
            if t.requires_grad:
                t.grad = t.grad + g

    out._backward = _backward
    return out
