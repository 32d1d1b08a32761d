# misconception: gradient-ignored | oracles: pytorch hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def backward(self, gradient=None):
    if not self.requires_grad:
        raise RuntimeError("no grad")
    if gradient is None and self.size != 1:
        raise RuntimeError("not a scalar")
    if gradient is not None and np.shape(gradient.data if isinstance(gradient, Tensor) else gradient) != self.shape:
        raise ValueError("wrong shape")
    order, seen, stack = [], set(), [(self, 0)]
    while stack:
        node, state = stack.pop()
        if state:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, 1))
            for p in node._prev:
                if p.requires_grad:
                    stack.append((p, 0))
    for node in order:
        if node._prev or node.grad is None:
            node.grad = np.zeros_like(node.data)
    self.grad = self.grad + np.ones_like(self.data)   # dL/dL = 1
    for node in order[::-1]:
        node._backward()
