# misconception: no-max-shift | oracles: edges
import numpy as np

from minitorch import Tensor, implement


@implement
def cross_entropy(logits, targets, reduction="mean"):
    x = logits.data
    t = np.asarray(targets.data if isinstance(targets, Tensor) else targets).astype(int)
    if t.size and (t.min() < 0 or t.max() >= x.shape[-1]):
        raise IndexError("no such class")
    logp = x - np.log(np.exp(x).sum(axis=-1, keepdims=True))
    losses = -np.take_along_axis(logp, t[..., np.newaxis], axis=-1)[..., 0]
    value = {"mean": np.mean, "sum": np.sum, "none": lambda x: x}[reduction](losses)
    out = Tensor(value, _prev=(logits,), _op="cross_entropy")

    def _backward():
        if logits.requires_grad:
            y = np.eye(x.shape[-1], dtype=x.dtype)[t]
            g = out.grad[..., np.newaxis] if reduction == "none" else out.grad
            n = losses.size if reduction == "mean" else 1
            logits.grad = logits.grad + (np.exp(logp) - y) * g / n

    out._backward = _backward
    return out
