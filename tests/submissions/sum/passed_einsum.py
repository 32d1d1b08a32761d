# right
import numpy as np

from minitorch import Tensor, implement


@implement
def sum(self, axis=None, keepdims=False):
    letters = "abcdefgh"[: self.ndim]
    if axis is None:
        axes = tuple(range(self.ndim))
    else:
        axes = tuple(a % self.ndim for a in (axis if isinstance(axis, tuple) else (axis,))) if self.ndim else ()
    left = "".join(c for i, c in enumerate(letters) if i not in axes)
    value = np.einsum(f"{letters}->{left}", self.data)
    kept = tuple(1 if i in axes else n for i, n in enumerate(self.shape))
    out = Tensor(value.reshape(kept) if keepdims else value, _prev=(self,), _op="sum")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad.reshape(kept) * np.ones_like(self.data)

    out._backward = _backward
    return out
