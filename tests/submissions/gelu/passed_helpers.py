# right
import math

import numpy as np

from minitorch import Tensor, erf, implement


ROOT_2 = math.sqrt(2)
SCALE = math.sqrt(2 / math.pi)
CUBE = 0.044715


def gaussian_cdf(x):
    return (1 + erf(x / ROOT_2)) / 2


def gaussian_pdf(x):
    return np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)


def exact(x):
    cdf = gaussian_cdf(x)
    return x * cdf, cdf + x * gaussian_pdf(x)


def by_tanh(x):
    t = np.tanh(SCALE * (x + CUBE * x**3))
    slope = (1 + t) / 2 + x / 2 * (1 - t * t) * SCALE * (1 + 3 * CUBE * x * x)
    return x * (1 + t) / 2, slope


FORMS = {"none": exact, "tanh": by_tanh}


@implement
def gelu(self, approximate="none"):
    value, slope = FORMS[approximate](self.data)
    out = Tensor(value, _prev=(self,), _op="gelu")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + slope * out.grad

    out._backward = _backward
    return out
