# right
import numpy as np

from minitorch import Tensor, implement


REDUCE = {"mean": np.mean, "sum": np.sum, "none": np.asarray}


def log_softmax(x: np.ndarray) -> np.ndarray:
    m = x.max(axis=-1, keepdims=True, initial=-np.inf)
    return x - m - np.log(np.exp(x - m).sum(axis=-1, keepdims=True))


@implement
def cross_entropy(logits: Tensor, targets, reduction: str = "mean") -> Tensor:
    t = np.array(targets.data if isinstance(targets, Tensor) else targets, dtype=int)
    n_classes = logits.shape[-1]
    if t.size and (t.min() < 0 or t.max() > n_classes - 1):
        raise IndexError("target")
    y = (np.arange(n_classes) == t[..., np.newaxis]).astype(logits.dtype)
    logp = log_softmax(logits.data)
    losses = -np.where(y == 1, logp, 0).sum(axis=-1)
    out = Tensor(REDUCE[reduction](losses), _prev=(logits,), _op="cross_entropy")

    def _backward() -> None:
        if logits.requires_grad:
            share = np.broadcast_to(out.grad, losses.shape)
            if reduction == "mean":
                share = share / losses.size
            logits.grad = logits.grad + (np.exp(logp) - y) * share[..., np.newaxis]

    out._backward = _backward
    return out
