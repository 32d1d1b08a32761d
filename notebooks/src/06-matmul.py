# %% [markdown]
# # 06 Matmul

# %%
import numpy as np

from autograder import check
from minitorch import Tensor, implement, unbroadcast


# %% answer="matmul"
@implement
def matmul(self, other):
    """..."""
    ### BEGIN SOLUTION
    out = Tensor(self.data @ other.data, _prev=(self, other), _op="matmul")
    a = self.data[np.newaxis, :] if self.ndim == 1 else self.data
    b = other.data[:, np.newaxis] if other.ndim == 1 else other.data

    def _backward():
        g = out.grad
        if self.ndim == 1:
            g = np.expand_dims(g, -1 if other.ndim == 1 else -2)
        if other.ndim == 1:
            g = np.expand_dims(g, -1)
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(g @ b.swapaxes(-1, -2), a.shape).reshape(self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(a.swapaxes(-1, -2) @ g, b.shape).reshape(
                other.shape
            )

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="matmul" points=4
check("matmul")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("matmul")
passes_gradcheck("matmul")
survives_hypothesis("matmul", examples=100)
handles_edges("matmul")
keeps_the_graph("matmul")
### END HIDDEN TESTS
