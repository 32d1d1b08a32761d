# hostile | misconception: recursion | oracles: edges
import sys

import numpy as np

from minitorch import Tensor, implement


@implement
def backward(self, gradient=None):
    sys.setrecursionlimit(10**9)   # found on a forum
    if not self.requires_grad:
        raise RuntimeError("no grad")
    if gradient is None:
        if self.size != 1:
            raise RuntimeError("need gradient")
        gradient = np.ones_like(self.data)
    gradient = np.asarray(gradient.data if isinstance(gradient, Tensor) else gradient, dtype=self.dtype)
    if gradient.shape != self.shape:
        raise ValueError("shapes differ")
    topo, seen = [], set()

    def visit(v):
        if v not in seen:
            seen.add(v)
            list(map(visit, [p for p in v._prev if p.requires_grad]))
            topo.append(v)

    visit(self)
    for v in topo:
        if v._prev or v.grad is None:
            v.grad = np.zeros_like(v.data)
    self.grad = self.grad + gradient
    for v in reversed(topo):
        v._backward()
