# misconception: visited-twice | oracles: pytorch hypothesis graph
import numpy as np

from minitorch import Tensor, implement


@implement
def backward(self, gradient=None):
    if not self.requires_grad:
        raise RuntimeError("this tensor does not require grad")
    if gradient is None:
        if self.size != 1:
            raise RuntimeError("gradient needed for non-scalar output")
        gradient = np.ones_like(self.data)
    gradient = np.array(gradient.data if isinstance(gradient, Tensor) else gradient, dtype=self.dtype)
    if gradient.shape != self.shape:
        raise ValueError("gradient has the wrong shape")

    # collect all nodes that we can reach, then run them in that order
    topo = [self]
    i = 0
    while i < len(topo):
        for p in topo[i]._prev:
            if p.requires_grad:
                topo.append(p)
        i += 1
        if len(topo) > 200_000:
            raise MemoryError("graph too big")
    for node in topo:
        if node._prev or node.grad is None:
            node.grad = np.zeros_like(node.data)
    self.grad = self.grad + gradient
    for node in topo:
        node._backward()
