# misconception: wrong-order | oracles: pytorch hypothesis graph
import numpy as np

from minitorch import Tensor, implement


@implement
def backward(self, gradient=None):
    """Breadth first from the output."""
    if not self.requires_grad:
        raise RuntimeError("does not require grad")
    if gradient is None:
        if self.size != 1:
            raise RuntimeError("only scalars can do without a gradient")
        gradient = np.ones_like(self.data)
    if isinstance(gradient, Tensor):
        gradient = gradient.data
    gradient = np.array(gradient, dtype=self.dtype)
    if gradient.shape != self.shape:
        raise ValueError(f"expected {self.shape}")

    queue, visited = [self], {self}
    order = []
    while queue:
        node = queue.pop(0)
        order.append(node)
        for parent in node._prev:
            if parent.requires_grad and parent not in visited:
                visited.add(parent)
                queue.append(parent)
    for node in order:
        if node._prev:
            node.grad = np.zeros_like(node.data)
        elif node.grad is None:
            node.grad = np.zeros_like(node.data)
    self.grad = self.grad + gradient
    for node in order:
        node._backward()
