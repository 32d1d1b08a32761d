# misconception: mutates-data | oracles: graph
import numpy as np

from minitorch import Tensor, implement


@implement
def backward(self, gradient=None):
    if not self.requires_grad:
        raise RuntimeError("does not require grad")
    if gradient is None:
        if self.size != 1:
            raise RuntimeError("need gradient")
        gradient = np.ones_like(self.data)
    gradient = np.asarray(gradient.data if isinstance(gradient, Tensor) else gradient, dtype=self.dtype)
    if gradient.shape != self.shape:
        raise ValueError("shapes differ")
    order, seen, stack = [], set(), [(self, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack += [(p, False) for p in node._prev if p.requires_grad]
    for node in order:
        if node._prev or node.grad is None:
            node.grad = np.zeros_like(node.data)
    self.grad = self.grad + gradient
    gradient *= 0  # used up
    for node in reversed(order):
        node._backward()
