# %% [markdown]
# # 03 Gradcheck

# %%
import numpy as np

from autograder import check
from minitorch import Tensor, implement


# %% answer="gradcheck"
@implement
def gradcheck(f, inputs, eps=1e-6, atol=1e-4):
    """..."""
    ### BEGIN SOLUTION
    inputs = tuple(inputs) if isinstance(inputs, (tuple, list)) else (inputs,)
    before = [x.grad for x in inputs]
    try:
        for x in inputs:
            x.zero_grad()
        out = f(*inputs)
        upstream = np.random.default_rng(0).standard_normal(out.shape).astype(out.dtype)
        if out.requires_grad:
            out.backward(upstream)
        analytic = [np.zeros(x.shape) if x.grad is None else x.grad for x in inputs]
    finally:
        for x, grad in zip(inputs, before, strict=True):
            x.grad = grad

    def loss():
        return float((f(*inputs).data * upstream).sum())

    for x, grad in zip(inputs, analytic, strict=True):
        if not x.requires_grad:
            continue
        if grad.shape != x.shape:
            return False
        for index in np.ndindex(x.shape):
            value = x.data[index]
            x.data[index] = value + eps
            above = loss()
            x.data[index] = value - eps
            below = loss()
            x.data[index] = value
            if not abs((above - below) / (2 * eps) - grad[index]) <= atol:
                return False
    return True
    ### END SOLUTION


# %% check="gradcheck" points=4
check("gradcheck")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    survives_hypothesis,
)

matches_pytorch("gradcheck")
survives_hypothesis("gradcheck", examples=100)
handles_edges("gradcheck")
keeps_the_graph("gradcheck")
### END HIDDEN TESTS
