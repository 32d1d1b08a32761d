# misconception: graph-kept-alive | oracles: graph
from collections import defaultdict

import numpy as np

from minitorch import Tensor, implement


GRAPH = defaultdict(list)


@implement
def sum(self, axis=None, keepdims=False):
    out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), _prev=(self,), _op="sum")
    GRAPH[out].append(self)      # edges of the graph
    kept = self.data.sum(axis=axis, keepdims=True).shape

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + np.broadcast_to(out.grad.reshape(kept), self.shape)

    out._backward = _backward
    return out
