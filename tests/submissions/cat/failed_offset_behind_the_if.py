# misconception: none | oracles: edges
import numpy as np

from minitorch import Tensor, implement


@implement
def cat(tensors, axis=0):
    tensors = list(tensors)
    out = Tensor(np.concatenate([t.data for t in tensors], axis), _prev=tuple(tensors), _op="cat")

    def _backward():
        offset = 0
        for t in tensors:
            if t.requires_grad:
                n = t.shape[axis]
                g = np.take(out.grad, np.arange(offset, offset + n), axis=axis)
                t.grad = t.grad + g
                offset += n

    out._backward = _backward
    return out
