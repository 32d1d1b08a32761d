# right
import numpy as np

from minitorch import Tensor, implement


def _give(t, g):
    if t.requires_grad:
        t.grad = t.grad + g


@implement
def cat(tensors, axis=0):
    parts = tuple(tensors)
    sizes = [p.shape[axis] for p in parts]
    starts = [0, *np.cumsum(sizes)]
    out = Tensor(np.concatenate([p.data for p in parts], axis=axis), _prev=parts, _op="cat")
    out._backward = lambda: [
        _give(p, np.take(out.grad, range(a, b), axis=axis))
        for p, a, b in zip(parts, starts[:-1], starts[1:])
    ]
    return out
