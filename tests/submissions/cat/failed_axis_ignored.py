# misconception: axis-ignored | oracles: pytorch hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def cat(tensors, axis=0):
    tensors = tuple(tensors)
    out = Tensor(np.concatenate([t.data for t in tensors]), _prev=tensors, _op="cat")

    def _backward():
        start = 0
        for t in tensors:
            stop = start + len(t.data)
            if t.requires_grad:
                t.grad = t.grad + out.grad[start:stop]
            start = stop

    out._backward = _backward
    return out
