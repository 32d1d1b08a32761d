# misconception: softmax-left-out | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


def one_hot(t, C, dtype):
    return (t[..., None] == np.arange(C)).astype(dtype)


@implement
def cross_entropy(logits, targets, reduction="mean"):
    t = np.asarray(targets.data if isinstance(targets, Tensor) else targets).astype(int)
    if t.size and (t.min() < 0 or t.max() >= logits.shape[-1]):
        raise IndexError("no such class")
    z = logits.data - logits.data.max(axis=-1, keepdims=True, initial=-np.inf)
    logp = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
    y = one_hot(t, logits.shape[-1], logits.dtype)
    losses = -(y * logp).sum(axis=-1)
    value = {"mean": np.mean, "sum": np.sum, "none": lambda x: x}[reduction](losses)
    out = Tensor(value, _prev=(logits,), _op="cross_entropy")

    def _backward():
        if logits.requires_grad:
            g = out.grad[..., None] if reduction == "none" else out.grad
            n = losses.size if reduction == "mean" else 1
            logits.grad = logits.grad + (logits.data - y) * g / n

    out._backward = _backward
    return out
