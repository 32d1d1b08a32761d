# %% [markdown]
# # 07 Softmax and cross-entropy

# %%
import numpy as np

from autograder import check
from minitorch import Tensor, implement


# %% answer="softmax"
@implement
def softmax(self, axis=-1):
    """..."""
    ### BEGIN SOLUTION
    shifted = self.data - self.data.max(axis=axis, keepdims=True, initial=-np.inf)
    weights = np.exp(shifted)
    out = Tensor(weights / weights.sum(axis=axis, keepdims=True), _prev=(self,), _op="softmax")

    def _backward():
        if self.requires_grad:
            p, g = out.data, out.grad
            self.grad = self.grad + p * (g - (p * g).sum(axis=axis, keepdims=True))

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="softmax" points=4
check("softmax")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("softmax")
passes_gradcheck("softmax")
survives_hypothesis("softmax", examples=100)
handles_edges("softmax")
keeps_the_graph("softmax")
### END HIDDEN TESTS


# %% answer="cross_entropy"
@implement
def cross_entropy(logits, targets, reduction="mean"):
    """..."""
    ### BEGIN SOLUTION
    targets = np.asarray(targets.data if isinstance(targets, Tensor) else targets)
    classes = logits.shape[-1]
    if targets.size and (targets.min() < 0 or targets.max() >= classes):
        raise IndexError(f"targets must be in 0..{classes - 1}")
    picked = targets[..., np.newaxis].astype(int)
    shifted = logits.data - logits.data.max(axis=-1, keepdims=True, initial=-np.inf)
    logp = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    losses = -np.take_along_axis(logp, picked, axis=-1)[..., 0]
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f'reduction is "mean", "sum" or "none", got {reduction!r}')
    value = {"mean": np.mean, "sum": np.sum, "none": np.asarray}[reduction](losses)
    out = Tensor(value, _prev=(logits,), _op="cross_entropy")

    def _backward():
        if logits.requires_grad:
            grad = np.exp(logp)
            np.put_along_axis(grad, picked, np.take_along_axis(grad, picked, axis=-1) - 1, axis=-1)
            share = out.grad / (losses.size if reduction == "mean" else 1)
            logits.grad = logits.grad + grad * (
                share[..., np.newaxis] if reduction == "none" else share
            )

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="cross_entropy" points=4
check("cross_entropy")
### BEGIN HIDDEN TESTS
from autograder.hidden import (
    handles_edges,
    keeps_the_graph,
    matches_pytorch,
    passes_gradcheck,
    survives_hypothesis,
)

matches_pytorch("cross_entropy")
passes_gradcheck("cross_entropy")
survives_hypothesis("cross_entropy", examples=100)
handles_edges("cross_entropy")
keeps_the_graph("cross_entropy")
### END HIDDEN TESTS
