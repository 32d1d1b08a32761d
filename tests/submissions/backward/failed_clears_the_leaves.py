# misconception: leaf-grads-cleared | oracles: graph
import numpy as np

from minitorch import Tensor, implement


def topological(root):
    order, seen, stack = [], set(), [(root, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack += [(p, False) for p in node._prev if p.requires_grad]
    return order


@implement
def backward(self, gradient=None):
    if not self.requires_grad:
        raise RuntimeError("does not require grad")
    if gradient is None:
        if self.size != 1:
            raise RuntimeError("need gradient")
        gradient = np.ones_like(self.data)
    if isinstance(gradient, Tensor):
        gradient = gradient.data
    gradient = np.asarray(gradient, dtype=self.dtype)
    if gradient.shape != self.shape:
        raise ValueError("shapes differ")
    order = topological(self)
    for node in order:
        node.grad = np.zeros_like(node.data)   # start clean
    self.grad = self.grad + gradient
    for node in reversed(order):
        node._backward()
