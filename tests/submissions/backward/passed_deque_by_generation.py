# right
from collections import deque

import numpy

from minitorch import implement


def _users(root):
    """How many closures will still add to each node."""
    count = {root: 0}
    queue = deque([root])
    while queue:
        node = queue.popleft()
        for parent in filter(lambda t: t.requires_grad, node._prev):
            if parent not in count:
                count[parent] = 0
                queue.append(parent)
            count[parent] = count[parent] + 1
    return count


def _as_gradient(tensor, gradient):
    if gradient is None:
        if tensor.size == 1:
            return numpy.ones_like(tensor.data)
        raise RuntimeError("which mix of the outputs?")
    array = numpy.array(getattr(gradient, "data", gradient), dtype=tensor.dtype)
    if array.shape != tensor.shape:
        raise RuntimeError(f"gradient {array.shape}, output {tensor.shape}")
    return array


@implement
def backward(self, gradient=None):
    if self.requires_grad is False:
        raise RuntimeError("no graph")
    start = _as_gradient(self, gradient)
    waiting = _users(self)
    for node in waiting:
        if len(node._prev) > 0 or node.grad is None:
            node.grad = numpy.zeros_like(node.data)
    self.grad += start
    ready = [self]
    while ready:
        node = ready.pop()
        node._backward()
        for parent in node._prev:
            if parent in waiting:
                waiting[parent] -= 1
                if not waiting[parent]:
                    ready.append(parent)
