# misconception: graph-kept-alive | oracles: graph
import numpy as np

from minitorch import Tensor, implement


TAPE = []


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
    start = len(TAPE)
    seen, stack = set(), [(self, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            TAPE.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack += [(p, False) for p in node._prev if p.requires_grad]
    for node in TAPE[start:]:
        if node._prev or node.grad is None:
            node.grad = np.zeros_like(node.data)
    self.grad = self.grad + gradient
    for node in reversed(TAPE[start:]):
        node._backward()
