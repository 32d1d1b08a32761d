# misconception: recursion | oracles: edges
import numpy as np

from minitorch import Tensor, implement


@implement
def backward(self, gradient=None):
    if not self.requires_grad:
        raise RuntimeError("this tensor has no graph")
    if gradient is None:
        if self.size != 1:
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
        gradient = np.ones_like(self.data)
    gradient = np.asarray(gradient.data if isinstance(gradient, Tensor) else gradient, dtype=self.dtype)
    if gradient.shape != self.shape:
        raise ValueError("bad gradient shape")

    topo = []
    visited = set()

    def build_topo(v):
        if v not in visited:
            visited.add(v)
            for child in v._prev:
                if child.requires_grad:
                    build_topo(child)
            topo.append(v)

    build_topo(self)
    for v in topo:
        if v._prev or v.grad is None:
            v.grad = np.zeros_like(v.data)
    self.grad = self.grad + gradient
    for v in reversed(topo):
        v._backward()
