"""True derivatives: arithmetic on truncated Taylor series.

A jet is f(x + t) = c0 + c1 t + ... + c5 t^5. A NumPy function computes on jets what it computes on
numbers, if its array has dtype object: NumPy calls the element's own ``exp`` or ``tanh``. The
coefficients come out to the last bits, with no step to choose: c3 is f'''/6.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

ORDER = 5  # five-point differences err by the fifth derivative


class Jet:
    """The first Taylor coefficients of a function at a point."""

    def __init__(self, coefficients: Any) -> None:
        self.c = np.zeros(ORDER + 1)
        given = np.atleast_1d(np.asarray(coefficients, dtype=float))
        self.c[: len(given)] = given

    @property
    def value(self) -> float:
        return float(self.c[0])

    def derivatives(self) -> list[float]:
        """f, f', f'' ... in this order."""
        return [float(c) * math.factorial(k) for k, c in enumerate(self.c)]

    def __neg__(self) -> Jet:
        return Jet(-self.c)

    def __add__(self, other: Any) -> Jet:
        return Jet(self.c + _jet(other).c)

    def __sub__(self, other: Any) -> Jet:
        return Jet(self.c - _jet(other).c)

    def __mul__(self, other: Any) -> Jet:
        return Jet(np.convolve(self.c, _jet(other).c)[: ORDER + 1])

    def __truediv__(self, other: Any) -> Jet:
        b = _jet(other).c
        quotient = np.zeros(ORDER + 1)
        for k in range(ORDER + 1):
            quotient[k] = (self.c[k] - quotient[:k] @ b[1 : k + 1][::-1]) / b[0]
        return Jet(quotient)

    def __rsub__(self, other: Any) -> Jet:
        return _jet(other) - self

    def __rtruediv__(self, other: Any) -> Jet:
        return _jet(other) / self

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, exponent: float) -> Jet:
        if exponent == int(exponent) and exponent >= 0:
            return math.prod([self] * int(exponent), start=Jet(1.0))
        power = np.zeros(ORDER + 1)
        power[0] = self.c[0] ** exponent
        for k in range(1, ORDER + 1):
            terms = ((exponent * j - (k - j)) * self.c[j] * power[k - j] for j in range(1, k + 1))
            power[k] = sum(terms) / (k * self.c[0])
        return Jet(power)

    def exp(self) -> Jet:
        return self._solve(math.exp(self.c[0]), lambda y: y)

    def log(self) -> Jet:
        return self._solve(math.log(self.c[0]), lambda y: 1 / self)

    def sin(self) -> Jet:
        return self._circular()[0]

    def cos(self) -> Jet:
        return self._circular()[1]

    def tanh(self) -> Jet:
        return self._solve(math.tanh(self.c[0]), lambda y: 1 - y * y)

    def erf(self) -> Jet:
        density = (self * self * -1).exp() * (2 / math.sqrt(math.pi))
        return self._solve(math.erf(self.c[0]), lambda y: density)

    def sqrt(self) -> Jet:
        return self**0.5

    def _solve(self, start: float, slope: Callable[[Jet], Jet]) -> Jet:
        """y with y(0) = start and dy = slope(y) dx, one coefficient after another."""
        y = Jet(start)
        dx = self.c[1:] * np.arange(1, ORDER + 1)
        for k in range(1, ORDER + 1):
            y.c[k] = np.convolve(slope(y).c, dx)[k - 1] / k
        return y

    def _circular(self) -> tuple[Jet, Jet]:
        sin, cos = Jet(math.sin(self.c[0])), Jet(math.cos(self.c[0]))
        dx = self.c[1:] * np.arange(1, ORDER + 1)
        for k in range(1, ORDER + 1):
            up, down = np.convolve(cos.c, dx)[k - 1] / k, -np.convolve(sin.c, dx)[k - 1] / k
            sin.c[k], cos.c[k] = up, down
        return sin, cos

    def __lt__(self, other: Any) -> bool:
        return self.value < _jet(other).value

    def __gt__(self, other: Any) -> bool:
        return self.value > _jet(other).value

    def __le__(self, other: Any) -> bool:
        return self.value <= _jet(other).value

    def __ge__(self, other: Any) -> bool:
        return self.value >= _jet(other).value


def _jet(x: Any) -> Jet:
    return x if isinstance(x, Jet) else Jet(float(x))


def variable(x: float) -> np.ndarray:
    """The identity at x, as the 0-d object array that a NumPy function takes."""
    array = np.empty((), dtype=object)
    array[()] = Jet([x, 1.0])
    return array


def derivatives(f: Callable[[np.ndarray], Any], x: float) -> list[float]:
    """f, f', ..., f⁽⁵⁾ at x; TypeError if f uses what a jet has no rule for."""
    value = np.asarray(f(variable(x)), dtype=object)[()]
    if not isinstance(value, Jet):
        raise TypeError("the function does not keep its argument's type")
    return value.derivatives()
