# misconception: backward-for-closure | oracles: hypothesis gradcheck graph edges pytorch
import numpy as np

from minitorch import Tensor, implement


@implement
def backward(self, gradient=None):
    if not self.requires_grad:
        raise RuntimeError("this tensor does not require grad")
    if gradient is None:
        if self.size != 1:
            raise RuntimeError("which of the elements is meant?")
        gradient = np.ones_like(self.data)
    gradient = Tensor(gradient).data
    if gradient.shape != self.shape:
        raise ValueError("gradient must have the output's shape")
    order, seen, stack = [], set(), [(self, False)]
    while stack:
        node, out = stack.pop()
        if out:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev if p.requires_grad)
    for node in order:
        if node._prev or node.grad is None:
            node.grad = np.zeros_like(node.data)
    self.grad = self.grad + gradient.astype(self.dtype)
    for node in reversed(order):
        node.backward()
