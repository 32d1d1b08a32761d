# right
from collections import Counter, deque

import numpy as np

from minitorch import Tensor, implement


@implement
def backward(self, gradient=None):
    """Kahn: a node is ready when all of its users are done."""
    if not self.requires_grad:
        raise RuntimeError("backward() needs an output that requires grad")
    if gradient is None:
        if self.size != 1:
            raise RuntimeError("backward() without a gradient needs one element")
        gradient = np.ones(self.shape)
    if isinstance(gradient, Tensor):
        gradient = gradient.data
    gradient = np.asarray(gradient, dtype=self.dtype)
    if gradient.shape != self.shape:
        raise ValueError("gradient must look like the output")

    users = Counter()
    found, todo = {self}, deque([self])
    while todo:
        node = todo.popleft()
        for parent in node._prev:
            if not parent.requires_grad:
                continue
            users[parent] += 1
            if parent not in found:
                found.add(parent)
                todo.append(parent)
    for node in found:
        if node._prev or node.grad is None:
            node.grad = np.zeros_like(node.data)
    self.grad = self.grad + gradient

    ready = deque([self])
    while ready:
        node = ready.popleft()
        node._backward()
        for parent in node._prev:
            if parent.requires_grad:
                users[parent] -= 1
                if users[parent] == 0:
                    ready.append(parent)
