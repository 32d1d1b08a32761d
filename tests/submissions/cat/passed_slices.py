# right
import numpy as np

from minitorch import Tensor, implement


@implement
def cat(tensors, axis=0):
    tensors = [t for t in tensors]
    out = Tensor(np.concatenate([t.data for t in tensors], axis=axis), _prev=tuple(tensors), _op="cat")
    axis = axis % tensors[0].ndim

    def _backward():
        start = 0
        for t in tensors:
            stop = start + t.shape[axis]
            if t.requires_grad:
                where = (slice(None),) * axis + (slice(start, stop),)
                t.grad = t.grad + out.grad[where]
            start = stop

    out._backward = _backward
    return out
