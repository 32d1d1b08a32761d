# %% [markdown]
# # 05 Reductions and shapes

# %%
import numpy as np

from autograder import check
from minitorch import Tensor, implement, unbroadcast


# %% answer="sum"
@implement
def sum(self, axis=None, keepdims=False):
    """..."""
    ### BEGIN SOLUTION
    out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), _prev=(self,), _op="sum")

    def _backward():
        if self.requires_grad:
            kept = self.data.sum(axis=axis, keepdims=True).shape
            self.grad = self.grad + np.broadcast_to(out.grad.reshape(kept), self.shape)

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="sum" points=3
check("sum")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("sum")
passes_gradcheck("sum")
survives_hypothesis("sum", examples=100)
handles_edges("sum")
keeps_the_graph("sum")
### END HIDDEN TESTS


# %% answer="mean"
@implement
def mean(self, axis=None, keepdims=False):
    """..."""
    ### BEGIN SOLUTION
    out = Tensor(self.data.mean(axis=axis, keepdims=keepdims), _prev=(self,), _op="mean")

    def _backward():
        if self.requires_grad:
            kept = self.data.sum(axis=axis, keepdims=True).shape
            count = self.size // max(out.size, 1)
            self.grad = self.grad + np.broadcast_to(out.grad.reshape(kept), self.shape) / count

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="mean" points=3
check("mean")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("mean")
passes_gradcheck("mean")
survives_hypothesis("mean", examples=100)
handles_edges("mean")
keeps_the_graph("mean")
### END HIDDEN TESTS


# %% answer="reshape"
@implement
def reshape(self, *shape):
    """..."""
    ### BEGIN SOLUTION
    out = Tensor(self.data.reshape(*shape), _prev=(self,), _op="reshape")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad.reshape(self.shape)

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="reshape" points=2
check("reshape")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("reshape")
passes_gradcheck("reshape")
survives_hypothesis("reshape", examples=100)
handles_edges("reshape")
keeps_the_graph("reshape")
### END HIDDEN TESTS


# %% answer="transpose"
@implement
def transpose(self, *axes):
    """..."""
    ### BEGIN SOLUTION
    if len(axes) == 1 and isinstance(axes[0], (tuple, list)):
        axes = tuple(axes[0])
    order = [axis % self.ndim for axis in axes] if axes else list(reversed(range(self.ndim)))
    out = Tensor(self.data.transpose(order), _prev=(self,), _op="transpose")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad.transpose(np.argsort(order))

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="transpose" points=2
check("transpose")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("transpose")
passes_gradcheck("transpose")
survives_hypothesis("transpose", examples=100)
handles_edges("transpose")
keeps_the_graph("transpose")
### END HIDDEN TESTS


# %% answer="broadcast_to"
@implement
def broadcast_to(self, shape):
    """..."""
    ### BEGIN SOLUTION
    out = Tensor(np.broadcast_to(self.data, shape), _prev=(self,), _op="broadcast_to")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(out.grad, self.shape)

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="broadcast_to" points=2
check("broadcast_to")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("broadcast_to")
passes_gradcheck("broadcast_to")
survives_hypothesis("broadcast_to", examples=100)
handles_edges("broadcast_to")
keeps_the_graph("broadcast_to")
### END HIDDEN TESTS


# %% answer="getitem"
@implement
def getitem(self, index):
    """..."""
    ### BEGIN SOLUTION
    out = Tensor(self.data[index], _prev=(self,), _op="getitem")

    def _backward():
        if self.requires_grad:
            grad = np.zeros_like(self.data)
            np.add.at(grad, index, out.grad)
            self.grad = self.grad + grad

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="getitem" points=3
check("getitem")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("getitem")
passes_gradcheck("getitem")
survives_hypothesis("getitem", examples=100)
handles_edges("getitem")
keeps_the_graph("getitem")
### END HIDDEN TESTS


# %% answer="cat"
@implement
def cat(tensors, axis=0):
    """..."""
    ### BEGIN SOLUTION
    tensors = tuple(tensors)
    out = Tensor(np.concatenate([t.data for t in tensors], axis=axis), _prev=tensors, _op="cat")

    def _backward():
        ends = np.cumsum([t.shape[axis] for t in tensors])[:-1]
        for t, grad in zip(tensors, np.split(out.grad, ends, axis=axis), strict=True):
            if t.requires_grad:
                t.grad = t.grad + grad

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="cat" points=2
check("cat")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("cat")
passes_gradcheck("cat")
survives_hypothesis("cat", examples=100)
handles_edges("cat")
keeps_the_graph("cat")
### END HIDDEN TESTS


# %% answer="stack"
@implement
def stack(tensors, axis=0):
    """..."""
    ### BEGIN SOLUTION
    tensors = tuple(tensors)
    out = Tensor(np.stack([t.data for t in tensors], axis=axis), _prev=tensors, _op="stack")

    def _backward():
        for t, grad in zip(tensors, np.moveaxis(out.grad, axis, 0), strict=True):
            if t.requires_grad:
                t.grad = t.grad + grad

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="stack" points=2
check("stack")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("stack")
passes_gradcheck("stack")
survives_hypothesis("stack", examples=100)
handles_edges("stack")
keeps_the_graph("stack")
### END HIDDEN TESTS
