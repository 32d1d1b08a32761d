# misconception: seed-not-an-array | oracles: edges
import numpy as np

from minitorch import Tensor, implement


@implement
def backward(self, gradient=None):
    if not self.requires_grad:
        raise RuntimeError("cannot backward")
    if gradient is None and self.size != 1:
        raise RuntimeError("need gradient")
    if gradient is not None:
        gradient = np.array(gradient.data if isinstance(gradient, Tensor) else gradient, dtype=self.dtype)
        if gradient.shape != self.shape:
            raise ValueError("need gradient of the same shape")

    order, seen, stack = [], set(), [(self, False)]
    while stack:
        node, done = stack.pop()
        if done:
            order.append(node)
            continue
        if node in seen:
            continue
        seen.add(node)
        stack.append((node, True))
        stack.extend((p, False) for p in node._prev if p.requires_grad)
    for node in order:
        if node._prev or node.grad is None:
            node.grad = np.zeros_like(node.data)
    if gradient is None:
        self.grad = 1.0
    else:
        self.grad = self.grad + gradient
    while order:
        order.pop()._backward()
