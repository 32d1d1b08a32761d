# misconception: overwrites | oracles: graph
import numpy as np

from minitorch import Tensor, implement


@implement
def cross_entropy(logits, targets, reduction="mean"):
    t = np.asarray(targets.data if isinstance(targets, Tensor) else targets).astype(int)
    C = logits.shape[-1]
    if np.any(t < 0) or np.any(t >= C):
        raise IndexError("no such class")
    z = logits.data - logits.data.max(axis=-1, keepdims=True, initial=-np.inf)
    logp = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
    y = np.eye(C, dtype=logits.dtype)[t]
    losses = -(y * logp).sum(axis=-1)
    value = {"mean": np.mean, "sum": np.sum, "none": lambda x: x}[reduction](losses)
    out = Tensor(value, _prev=(logits,), _op="cross_entropy")

    def _backward():
        if logits.requires_grad:
            g = out.grad[..., None] if reduction == "none" else out.grad
            n = losses.size if reduction == "mean" else 1
            logits.grad = (np.exp(logp) - y) * g / n

    out._backward = _backward
    return out
