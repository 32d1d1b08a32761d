# right
import numpy as np

from minitorch import Tensor, implement, unbroadcast


@implement
def matmul(self, other):
    vec_a, vec_b = self.ndim == 1, other.ndim == 1
    a = np.expand_dims(self.data, 0) if vec_a else self.data
    b = np.expand_dims(other.data, 1) if vec_b else other.data
    y = a @ b
    if vec_b:
        y = y[..., 0]
    if vec_a:
        y = y[0] if y.ndim == 1 else y[..., 0, :] if not vec_b else y[..., 0]
    out = Tensor(y, _prev=(self, other), _op="matmul")

    def _backward():
        g = out.grad
        if vec_a and vec_b:
            g = g.reshape(1, 1)
        elif vec_a:
            g = g[..., None, :]
        elif vec_b:
            g = g[..., None]
        # (B g^T)^T = g B^T, and (g^T A)^T = A^T g
        da = np.matrix_transpose(b @ np.matrix_transpose(g))
        db = np.matrix_transpose(np.matrix_transpose(g) @ a)
        if self.requires_grad:
            self.grad = self.grad + unbroadcast(da, a.shape).reshape(self.shape)
        if other.requires_grad:
            other.grad = other.grad + unbroadcast(db, b.shape).reshape(other.shape)

    out._backward = _backward
    return out
