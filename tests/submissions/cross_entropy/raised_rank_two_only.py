# misconception: none | oracles: pytorch hypothesis edges
import numpy as np

from minitorch import Tensor, implement


@implement
def cross_entropy(logits, targets, reduction="mean"):
    t = np.asarray(targets.data if isinstance(targets, Tensor) else targets).astype(int)
    N, C = logits.shape
    if t.size and (t.min() < 0 or t.max() >= C):
        raise IndexError("no such class")
    z = logits.data - logits.data.max(axis=1, keepdims=True, initial=-np.inf)
    logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    losses = -logp[np.arange(N), t]
    value = {"mean": np.mean, "sum": np.sum, "none": lambda x: x}[reduction](losses)
    out = Tensor(value, _prev=(logits,), _op="cross_entropy")

    def _backward():
        if logits.requires_grad:
            grad = np.exp(logp)
            grad[np.arange(N), t] -= 1
            g = out.grad[:, None] if reduction == "none" else out.grad
            logits.grad = logits.grad + grad * g / (N if reduction == "mean" else 1)

    out._backward = _backward
    return out
