# misconception: option-not-checked | oracles: edges
import numpy as np

from minitorch import Tensor, implement


@implement
def cross_entropy(logits, targets, reduction="mean"):
    targets = np.asarray(targets.data if isinstance(targets, Tensor) else targets)
    classes = logits.shape[-1]
    if targets.size and (targets.min() < 0 or targets.max() >= classes):
        raise IndexError(f"targets must be in 0..{classes - 1}")
    picked = targets[..., np.newaxis].astype(int)
    shifted = logits.data - logits.data.max(axis=-1, keepdims=True, initial=-np.inf)
    logp = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    losses = -np.take_along_axis(logp, picked, axis=-1)[..., 0]
    value = losses if reduction == "none" else losses.sum() if reduction == "sum" else losses.mean()
    out = Tensor(value, _prev=(logits,), _op="cross_entropy")

    def _backward():
        if logits.requires_grad:
            grad = np.exp(logp)
            np.put_along_axis(grad, picked, np.take_along_axis(grad, picked, axis=-1) - 1, axis=-1)
            share = out.grad / (1 if reduction in ("none", "sum") else losses.size)
            logits.grad = logits.grad + grad * (
                share[..., np.newaxis] if reduction == "none" else share
            )

    out._backward = _backward
    return out
