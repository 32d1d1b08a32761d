# misconception: constant-gets-grad | oracles: edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def cat(tensors, axis=0):
    tensors = tuple(tensors)
    out = Tensor(np.concatenate([t.data for t in tensors], axis=axis), _prev=tensors, _op="cat")

    def _backward():
        cuts = np.cumsum([t.shape[axis] for t in tensors])[:-1]
        for t, g in zip(tensors, np.split(out.grad, cuts, axis=axis)):
            t.grad = t.grad + g

    out._backward = _backward
    return out
