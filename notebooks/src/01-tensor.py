# %% [markdown]
# # 01 Tensor

# %%
import numpy as np

from autograder import check
from minitorch import Tensor, implement

# %% answer="backward"
@implement
def backward(self, gradient=None):
    """..."""
    ### BEGIN SOLUTION
    if not self.requires_grad:
        raise RuntimeError("backward on a tensor that does not require grad")
    if gradient is None:
        if self.size != 1:
            raise RuntimeError(
                f"backward from shape {self.shape} needs a gradient of that shape; "
                "only a tensor with one element can do without"
            )
        gradient = np.ones_like(self.data)
    if isinstance(gradient, Tensor):
        gradient = gradient.data
    gradient = np.asarray(gradient, dtype=self.dtype)
    if gradient.shape != self.shape:
        raise ValueError(f"expected a gradient of shape {self.shape}, got {gradient.shape}")

    order, seen = [], {self}
    stack = [(self, iter(self._prev))]
    while stack:
        node, parents = stack[-1]
        for parent in parents:
            if parent.requires_grad and parent not in seen:
                seen.add(parent)
                stack.append((parent, iter(parent._prev)))
                break
        else:
            order.append(node)
            stack.pop()

    for node in order:
        if node.grad is None or node._prev:
            node.grad = np.zeros_like(node.data)
    self.grad = self.grad + gradient
    for node in reversed(order):
        node._backward()
    ### END SOLUTION

# %% check="backward" points=4
check("backward")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    survives_hypothesis,
)

matches_pytorch("backward")
survives_hypothesis("backward", examples=100)
handles_edges("backward")
keeps_the_graph("backward")
### END HIDDEN TESTS
