# right
import numpy as np

from minitorch import Tensor, implement


@implement
def stack(tensors, axis=0):
    parts = list(tensors)
    out = Tensor(np.stack([p.data for p in parts], axis=axis), _prev=tuple(parts), _op="stack")

    def _backward():
        for number, part in enumerate(parts):
            if part.requires_grad:
                part.grad = part.grad + np.take(out.grad, number, axis=axis)

    out._backward = _backward
    return out
