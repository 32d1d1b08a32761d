# misconception: float32-inside | oracles: pytorch gradcheck hypothesis edges graph
import numpy as np

from minitorch import Tensor, implement, unbroadcast


@implement
def matmul(self, other):
    # single precision is fast
    a = self.data.astype("float32")
    b = other.data.astype("float32")
    out = Tensor((a @ b).astype(self.dtype), _prev=(self, other), _op="matmul")
    A = a[np.newaxis, :] if a.ndim == 1 else a
    B = b[:, np.newaxis] if b.ndim == 1 else b

    def _backward():
        g = out.grad
        if a.ndim == 1:
            g = np.expand_dims(g, -1 if b.ndim == 1 else -2)
        if b.ndim == 1:
            g = np.expand_dims(g, -1)
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(g @ B.swapaxes(-1, -2), A.shape).reshape(a.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(A.swapaxes(-1, -2) @ g, B.shape).reshape(b.shape)

    out._backward = _backward
    return out
