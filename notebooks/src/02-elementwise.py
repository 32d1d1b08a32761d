# %% [markdown]
# # 02 Elementwise ops

# %%
import math

import numpy as np

from autograder import check
from minitorch import Tensor, implement, erf

# %% answer="neg"
@implement
def neg(self):
    """..."""
    ### BEGIN SOLUTION
    out = Tensor(-self.data, _prev=(self,), _op="neg")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + -out.grad

    out._backward = _backward
    return out
    ### END SOLUTION

# %% check="neg" points=2
check("neg")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("neg")
passes_gradcheck("neg")
survives_hypothesis("neg", examples=100)
handles_edges("neg")
keeps_the_graph("neg")
### END HIDDEN TESTS

# %% answer="exp"
@implement
def exp(self):
    """..."""
    ### BEGIN SOLUTION
    out = Tensor(np.exp(self.data), _prev=(self,), _op="exp")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.data * out.grad

    out._backward = _backward
    return out
    ### END SOLUTION

# %% check="exp" points=2
check("exp")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("exp")
passes_gradcheck("exp")
survives_hypothesis("exp", examples=100)
handles_edges("exp")
keeps_the_graph("exp")
### END HIDDEN TESTS

# %% answer="log"
@implement
def log(self):
    """..."""
    ### BEGIN SOLUTION
    out = Tensor(np.log(self.data), _prev=(self,), _op="log")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad / self.data

    out._backward = _backward
    return out
    ### END SOLUTION

# %% check="log" points=2
check("log")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("log")
passes_gradcheck("log")
survives_hypothesis("log", examples=100)
handles_edges("log")
keeps_the_graph("log")
### END HIDDEN TESTS

# %% answer="tanh"
@implement
def tanh(self):
    """..."""
    ### BEGIN SOLUTION
    out = Tensor(np.tanh(self.data), _prev=(self,), _op="tanh")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + (1 - out.data**2) * out.grad

    out._backward = _backward
    return out
    ### END SOLUTION

# %% check="tanh" points=2
check("tanh")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("tanh")
passes_gradcheck("tanh")
survives_hypothesis("tanh", examples=100)
handles_edges("tanh")
keeps_the_graph("tanh")
### END HIDDEN TESTS

# %% answer="relu"
@implement
def relu(self):
    """..."""
    ### BEGIN SOLUTION
    out = Tensor(np.maximum(self.data, 0), _prev=(self,), _op="relu")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + (self.data > 0) * out.grad

    out._backward = _backward
    return out
    ### END SOLUTION

# %% check="relu" points=2
check("relu")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("relu")
passes_gradcheck("relu")
survives_hypothesis("relu", examples=100)
handles_edges("relu")
keeps_the_graph("relu")
### END HIDDEN TESTS

# %% answer="pow"
@implement
def pow(self, exponent):
    """..."""
    ### BEGIN SOLUTION
    out = Tensor(self.data**exponent, _prev=(self,), _op="pow")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + exponent * self.data ** (exponent - 1) * out.grad

    out._backward = _backward
    return out
    ### END SOLUTION

# %% check="pow" points=2
check("pow")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("pow")
passes_gradcheck("pow")
survives_hypothesis("pow", examples=100)
handles_edges("pow")
keeps_the_graph("pow")
### END HIDDEN TESTS

# %% answer="gelu"
@implement
def gelu(self, approximate="none"):
    """..."""
    ### BEGIN SOLUTION
    x = self.data
    if approximate == "none":
        cdf = (1 + erf(x / math.sqrt(2))) / 2
        slope = cdf + x * np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)
    elif approximate == "tanh":
        scale = math.sqrt(2 / math.pi)
        t = np.tanh(scale * (x + 0.044715 * x**3))
        cdf = (1 + t) / 2
        slope = cdf + x * (1 - t**2) * scale * (1 + 3 * 0.044715 * x**2) / 2
    else:
        raise ValueError(f'approximate is "none" or "tanh", got {approximate!r}')
    out = Tensor(x * cdf, _prev=(self,), _op="gelu")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + slope * out.grad

    out._backward = _backward
    return out
    ### END SOLUTION

# %% check="gelu" points=3
check("gelu")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("gelu")
passes_gradcheck("gelu")
survives_hypothesis("gelu", examples=100)
handles_edges("gelu")
keeps_the_graph("gelu")
### END HIDDEN TESTS
