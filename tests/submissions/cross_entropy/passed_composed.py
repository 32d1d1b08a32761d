# right
import numpy as np

from minitorch import Tensor, implement


@implement
def cross_entropy(logits, targets, reduction="mean"):
    t = np.asarray(targets.data if isinstance(targets, Tensor) else targets).astype(int)
    classes = logits.shape[-1]
    if t.size and not (0 <= t.min() and t.max() < classes):
        raise IndexError(f"targets are 0 to {classes - 1}")
    # logsumexp(x) - x[target], with the ops we already have
    top = Tensor(logits.data.max(axis=-1, keepdims=True, initial=-np.inf))
    shifted = logits.sub(top)
    lse = shifted.exp().sum(axis=-1).log()
    where = tuple(np.indices(t.shape)) + (t,)
    losses = lse.sub(shifted.getitem(where))
    if reduction == "mean":
        return losses.mean()
    if reduction == "sum":
        return losses.sum()
    if reduction == "none":
        return losses
    raise ValueError(reduction)
