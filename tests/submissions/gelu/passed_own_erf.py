# right
import math

import numpy as np

from minitorch import Tensor, implement


def my_erf(x):
    return np.vectorize(math.erf, otypes=[x.dtype])(x) if x.size else x.copy()


@implement
def gelu(self, approximate: str = "none"):
    if approximate not in ("none", "tanh"):
        raise ValueError(f"expected none or tanh, got {approximate!r}")
    x, dtype = self.data, self.dtype
    if approximate == "none":
        Φ = (1 + my_erf(x / math.sqrt(2))) / 2
        φ = np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)
        Φ = Φ.astype(dtype)
    else:
        τ = np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))
        Φ = (1 + τ) / 2
        φ = (1 - τ**2) / 2 * math.sqrt(2 / math.pi) * (1 + 0.134145 * x**2)
    out = Tensor(x * Φ, _prev=(self,), _op="gelu")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad * (Φ + x * φ)

    out._backward = _backward
    return out
