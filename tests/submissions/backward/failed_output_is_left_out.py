# misconception: closures-not-run | oracles: pytorch hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def backward(self, gradient=None):
    if not self.requires_grad:
        raise RuntimeError("requires_grad is False")
    if gradient is None:
        if self.size != 1:
            raise RuntimeError("give me a gradient")
        gradient = np.ones_like(self.data)
    if isinstance(gradient, Tensor):
        gradient = gradient.data
    gradient = np.asarray(gradient, dtype=self.dtype)
    if gradient.shape != self.shape:
        raise ValueError("gradient.shape != self.shape")

    topo, visited = [], set()
    stack = [(self, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for p in node._prev:
                if p.requires_grad:
                    stack.append((p, False))

    for node in topo:
        if node._prev or node.grad is None:
            node.grad = np.zeros_like(node.data)
    self.grad = self.grad + gradient
    for node in topo[-2::-1]:
        node._backward()
