# misconception: stops-early | oracles: pytorch hypothesis edges graph
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
    for node in (self, *self._prev):
        if node.requires_grad and (node._prev or node.grad is None):
            node.grad = np.zeros_like(node.data)
    self.grad = self.grad + gradient
    self._backward()
