# misconception: transposed-result | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement, unbroadcast


@implement
def matmul(self, other):
    out = Tensor(self.data @ other.data, _prev=(self, other), _op="matmul")
    a = self.data[np.newaxis, :] if self.ndim == 1 else self.data
    b = other.data[:, np.newaxis] if other.ndim == 1 else other.data

    def _backward():
        g = out.grad
        if self.ndim == 1:
            g = np.expand_dims(g, -1 if other.ndim == 1 else -2)
        if other.ndim == 1:
            g = np.expand_dims(g, -1)
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(g @ b.swapaxes(-1, -2), a.shape).reshape(self.shape)
        if other.requires_grad:
            gT_a = g.swapaxes(-1, -2) @ a            # (M, N) @ (N, K) -> (M, K)
            gT_a = gT_a.reshape(*gT_a.shape[:-2], *b.shape[-2:])   # make it fit B
            other.grad = other.grad + unbroadcast(gT_a, b.shape).reshape(other.shape)

    out._backward = _backward
    return out
