# right
import numpy as np

from minitorch import Tensor, implement


@implement
def backward(self, gradient=None):
    # longest distance to the output, by relaxing until nothing moves; then far nodes last
    if not self.requires_grad:
        raise ValueError("requires_grad=False")
    if gradient is None and self.data.size > 1:
        raise ValueError("gradient must be given")
    g = np.ones_like(self.data) if gradient is None else gradient
    g = np.asarray(g.data if isinstance(g, Tensor) else g, self.dtype)
    if g.shape != self.data.shape:
        raise ValueError("shape")

    level = {self: 0}
    stack = [self]
    indegree = {self: 0}
    while stack:
        node = stack.pop()
        for p in node._prev:
            if p.requires_grad:
                if p not in indegree:
                    indegree[p] = 0
                    stack.append(p)
                indegree[p] += 1
    stack = [self]
    while stack:
        node = stack.pop()
        for p in node._prev:
            if p.requires_grad:
                level[p] = max(level.get(p, 0), level[node] + 1)
                indegree[p] -= 1
                if indegree[p] == 0:
                    stack.append(p)
    nodes = sorted(level, key=level.get)
    for node in nodes:
        if node.grad is None or node._prev:
            node.grad = np.zeros_like(node.data)
    self.grad = self.grad + g
    for node in nodes:
        node._backward()
