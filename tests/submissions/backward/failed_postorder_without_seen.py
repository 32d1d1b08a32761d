# misconception: visited-twice | oracles: pytorch hypothesis graph
import numpy as np

from minitorch import Tensor, implement


def visit(node, order):
    for parent in node._prev:
        visit(parent, order)
    order.append(node)


@implement
def backward(self, gradient=None):
    assert self.requires_grad, "no grad needed here"
    if gradient is None:
        assert self.size == 1, "need a gradient"
        gradient = np.ones(self.shape)
    if isinstance(gradient, Tensor):
        gradient = gradient.data
    gradient = np.asarray(gradient, dtype=self.dtype)
    assert gradient.shape == self.shape, "wrong shape of gradient"
    order = []
    visit(self, order)
    for node in order:
        if node.requires_grad and (node._prev or node.grad is None):
            node.grad = np.zeros_like(node.data)
    self.grad = self.grad + gradient
    for node in reversed(order):
        node._backward()
