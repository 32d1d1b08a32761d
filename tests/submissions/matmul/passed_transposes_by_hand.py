# right
import numpy as np

from minitorch import Tensor, implement, unbroadcast


def T(x: np.ndarray) -> np.ndarray:
    """the last two axes swapped: (..., N, K) -> (..., K, N)"""
    axes = list(range(x.ndim))
    axes[-1], axes[-2] = axes[-2], axes[-1]
    return x.transpose(axes)


def matrices(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return (a.reshape(1, -1) if a.ndim == 1 else a), (b.reshape(-1, 1) if b.ndim == 1 else b)


@implement
def matmul(self, other):
    A, B = matrices(self.data, other.data)
    C = A @ B
    out = Tensor(C.reshape((self.data @ other.data).shape), _prev=(self, other), _op="matmul")

    def _backward():
        G = out.grad.reshape(C.shape)
        if self.requires_grad:
            self.grad += unbroadcast(G @ T(B), A.shape).reshape(self.shape)
        if other.requires_grad:
            other.grad += unbroadcast(T(A) @ G, B.shape).reshape(other.shape)

    out._backward = _backward
    return out
