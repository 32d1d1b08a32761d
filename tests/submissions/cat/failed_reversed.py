# misconception: parts-reversed | oracles: pytorch hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def cat(tensors, axis=0):
    tensors = tuple(tensors)
    out = Tensor(np.concatenate([t.data for t in tensors], axis=axis), _prev=tensors, _op="cat")

    def _backward():
        cuts = np.cumsum([t.shape[axis] for t in tensors])[:-1]
        parts = np.split(out.grad, cuts, axis=axis)
        for t in tensors:
            g = parts.pop()
            if t.requires_grad:
                t.grad = t.grad + g

    out._backward = _backward
    return out
