# %% [markdown]
# # 04 Broadcasting

# %%
import numpy as np

from autograder import check
from minitorch import Tensor, implement, unbroadcast


# %% answer="unbroadcast"
@implement
def unbroadcast(grad, shape):
    """..."""
    ### BEGIN SOLUTION
    added = grad.ndim - len(shape)
    stretched = tuple(
        added + axis
        for axis, side in enumerate(shape)
        if side == 1 and grad.shape[added + axis] != 1
    )
    return grad.sum(axis=(*range(added), *stretched), keepdims=True).reshape(shape)
    ### END SOLUTION


# %% check="unbroadcast" points=3
check("unbroadcast")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    survives_hypothesis,
)

matches_pytorch("unbroadcast")
survives_hypothesis("unbroadcast", examples=100)
handles_edges("unbroadcast")
keeps_the_graph("unbroadcast")
### END HIDDEN TESTS


# %% answer="add"
@implement
def add(self, other):
    """..."""
    ### BEGIN SOLUTION
    out = Tensor(self.data + other.data, _prev=(self, other), _op="add")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(out.grad, self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(out.grad, other.shape)

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="add" points=2
check("add")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("add")
passes_gradcheck("add")
survives_hypothesis("add", examples=100)
handles_edges("add")
keeps_the_graph("add")
### END HIDDEN TESTS


# %% answer="sub"
@implement
def sub(self, other):
    """..."""
    ### BEGIN SOLUTION
    out = Tensor(self.data - other.data, _prev=(self, other), _op="sub")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(out.grad, self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(-out.grad, other.shape)

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="sub" points=2
check("sub")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("sub")
passes_gradcheck("sub")
survives_hypothesis("sub", examples=100)
handles_edges("sub")
keeps_the_graph("sub")
### END HIDDEN TESTS


# %% answer="mul"
@implement
def mul(self, other):
    """..."""
    ### BEGIN SOLUTION
    out = Tensor(self.data * other.data, _prev=(self, other), _op="mul")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(other.data * out.grad, self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(self.data * out.grad, other.shape)

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="mul" points=2
check("mul")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("mul")
passes_gradcheck("mul")
survives_hypothesis("mul", examples=100)
handles_edges("mul")
keeps_the_graph("mul")
### END HIDDEN TESTS


# %% answer="div"
@implement
def div(self, other):
    """..."""
    ### BEGIN SOLUTION
    out = Tensor(self.data / other.data, _prev=(self, other), _op="div")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(out.grad / other.data, self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(
                -out.grad * self.data / other.data**2, other.shape
            )

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="div" points=2
check("div")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("div")
passes_gradcheck("div")
survives_hypothesis("div", examples=100)
handles_edges("div")
keeps_the_graph("div")
### END HIDDEN TESTS
