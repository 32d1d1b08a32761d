# misconception: lengths-for-cuts | oracles: pytorch gradcheck hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def cat(tensors, axis=0):
    tensors = tuple(tensors)
    out = Tensor(np.concatenate([t.data for t in tensors], axis=axis), _prev=tensors, _op="cat")

    def _backward():
        parts = np.split(out.grad, [t.shape[axis] for t in tensors][:-1])
        for t, g in zip(tensors, parts):
            if t.requires_grad:
                t.grad = t.grad + g

    out._backward = _backward
    return out
