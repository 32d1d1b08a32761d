# misconception: not-split | oracles: pytorch hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def cat(tensors, axis=0):
    tensors = tuple(tensors)
    out = Tensor(np.concatenate([t.data for t in tensors], axis=axis), _prev=tensors, _op="cat")

    def _backward():
        for t in tensors:
            if t.requires_grad:
                t.grad = t.grad + out.grad

    out._backward = _backward
    return out
