# right
import numpy as np

from minitorch import Tensor, implement


def logsumexp(x, axis):
    m = np.max(x, axis=axis, keepdims=True, initial=-np.inf)
    return m + np.log(np.sum(np.exp(x - m), axis=axis, keepdims=True))


@implement
def softmax(self, axis: int = -1) -> Tensor:
    wahrscheinlichkeit = np.exp(self.data - logsumexp(self.data, axis)) if self.size else self.data
    out = Tensor(wahrscheinlichkeit, _prev=(self,), _op="softmax")

    def _backward() -> None:
        if self.requires_grad:
            gewichtet = out.data * out.grad
            mittel = gewichtet.sum(axis=axis, keepdims=True)
            self.grad = self.grad + (gewichtet - out.data * mittel)

    out._backward = _backward
    return out
