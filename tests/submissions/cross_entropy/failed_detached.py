# misconception: detached | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement


@implement
def cross_entropy(logits, targets, reduction="mean"):
    t = np.asarray(targets.data if isinstance(targets, Tensor) else targets).astype(int)
    if t.size and (t.min() < 0 or t.max() >= logits.shape[-1]):
        raise IndexError("no such class")
    p = logits.softmax().data
    z = logits.data - logits.data.max(axis=-1, keepdims=True, initial=-np.inf)
    logp = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
    losses = -np.take_along_axis(logp, t[..., None], axis=-1)[..., 0]
    if reduction == "mean":
        return Tensor(losses.mean())
    if reduction == "sum":
        return Tensor(losses.sum())
    return Tensor(losses)
