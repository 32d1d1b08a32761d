# misconception: upstream-ignored | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


def parts(logits, targets):
    t = np.asarray(targets.data if isinstance(targets, Tensor) else targets).astype(int)
    C = logits.shape[-1]
    if t.size and (t.min() < 0 or t.max() >= C):
        raise IndexError("target out of range")
    z = logits.data - logits.data.max(axis=-1, keepdims=True, initial=-np.inf)
    logp = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
    return t, logp


@implement
def cross_entropy(logits, targets, reduction="mean"):
    t, logp = parts(logits, targets)
    losses = -np.take_along_axis(logp, t[..., None], axis=-1)[..., 0]
    value = {"mean": np.mean, "sum": np.sum, "none": lambda x: x}[reduction](losses)
    out = Tensor(value, _prev=(logits,), _op="cross_entropy")

    def _backward():
        if logits.requires_grad:
            y = np.eye(logits.shape[-1], dtype=logits.dtype)[t]
            n = losses.size if reduction == "mean" else 1
            logits.grad = logits.grad + (np.exp(logp) - y) / n

    out._backward = _backward
    return out
