"""The measurement: how far a difference is from the true derivative, step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.gradcheck.numeric import DIFFERENCES, ORDERS

from .jets import derivatives

METHODS = (*DIFFERENCES, "complex")
EPS = 10.0 ** np.arange(-15, 0.01, 0.2)  # five a decade; below, hardly a bit of x moves
SAMPLES = 65  # points beside the one asked for: a single error is luck, their median is not
SPREAD = 0.01  # how far they lie to either side, relative to max(1, |x|)
#: bounds of the error: truncation is |d| h^p * factor with the p+1st derivative d, roundoff
#: factor * δ |f| / h
TRUNCATION = {"forward": 1 / 2, "central": 1 / 6, "five-point": 1 / 30, "complex": 1 / 6}
ROUNDOFF = {"forward": 2.0, "central": 1.0, "five-point": 1.5, "complex": 0.0}
POWER = {**ORDERS, "complex": 2}


@dataclass(frozen=True)
class Curve:
    """Errors by eps, relative to the true derivative.

    eps     ascending
    error   the median over the samples or the parameters
    worst   the largest
    """

    eps: np.ndarray
    error: np.ndarray
    worst: np.ndarray

    @property
    def best(self) -> tuple[float, float]:
        """The eps with the smallest error, and that error."""
        at = int(np.nanargmin(self.error))
        return float(self.eps[at]), float(self.error[at])

    def slope(self, low: float, high: float) -> float:
        """The slope in the log-log plot between two values of eps."""
        inside = (self.eps >= low) & (self.eps <= high) & (self.error > 0)
        x, y = np.log10(self.eps[inside]), np.log10(self.error[inside])
        return float(np.polyfit(x, y, 1)[0])


@dataclass(frozen=True)
class Model:
    """What theory says of one method: two straight lines in the log-log plot.

    truncation  coefficient of eps**power, relative to the derivative; 0 for a linear function
    roundoff    coefficient of 1/eps, likewise; 0 for the complex step
    """

    truncation: float
    power: int
    roundoff: float

    @property
    def best(self) -> tuple[float, float] | None:
        """Where the sum of the two is smallest, and how large it is there; None without a V."""
        if not (self.truncation and self.roundoff):
            return None
        eps = (self.roundoff / (self.power * self.truncation)) ** (1 / (self.power + 1))
        return eps, self.truncation * eps**self.power + self.roundoff / eps


def model(values: Sequence[float], method: str, dtype: Any) -> Model:
    """The model from f, f', ..., f⁽⁵⁾ at the point."""
    order = POWER[method] + 1
    size = abs(values[1]) or 1.0
    delta = float(np.finfo(dtype).eps)
    truncation = TRUNCATION[method] * abs(values[order]) / size
    tiny = 1e-12 * max(abs(v) for v in values)  # rounding in the derivatives themselves
    return Model(
        truncation if abs(values[order]) > tiny else 0.0,
        POWER[method],
        ROUNDOFF[method] * delta * abs(values[0]) / size,
    )


def measure(
    f: Callable[[Any], Any],
    at: float,
    method: str = "central",
    dtype: Any = np.float64,
    eps: np.ndarray = EPS,
    claimed: Callable[[float], float] | None = None,
    spread: float = SPREAD,
) -> Curve:
    """The error of a difference against the derivative, at many steps and near many points.

    f        a NumPy function of one number
    claimed  the derivative to compare with, at a float; the true one (by jets) if None
    """
    offsets = np.linspace(-spread, spread, SAMPLES) * max(1.0, abs(at))
    points = (at + offsets).astype(dtype)
    truth = claimed or (lambda x: derivatives(f, x)[1])
    slopes = np.array([truth(float(x)) for x in points])
    with np.errstate(all="ignore"):
        rows = [np.abs(_difference(f, points, method, float(e)) - slopes) for e in eps]
        errors = np.array(rows) / np.where(slopes == 0, 1, np.abs(slopes))
    return summary(eps, errors)


def summary(eps: np.ndarray, errors: np.ndarray) -> Curve:
    """Median and worst of an array of errors, one row an eps; what is not finite is left out."""
    errors = np.where(np.isfinite(errors), errors, np.nan)
    known = ~np.isnan(errors).all(axis=1)
    middle, worst = np.full(len(errors), np.nan), np.full(len(errors), np.nan)
    middle[known], worst[known] = (
        np.nanmedian(errors[known], axis=1),
        np.nanmax(errors[known], axis=1),
    )
    return Curve(np.asarray(eps), middle, worst)


def _difference(f: Callable[[Any], Any], x: np.ndarray, method: str, eps: float) -> np.ndarray:
    h = (x + x.dtype.type(eps)) - x if method != "complex" else x.dtype.type(eps)
    if method == "complex":
        z = x.astype(np.result_type(x.dtype, np.complex64)) + x.dtype.type(0)
        z.imag = h
        return np.asarray(f(z).imag.astype(float) / float(h))
    return _VECTORISED[method](lambda p: np.asarray(f(p), dtype=float), x, h)


def _quotient(
    f: Callable[[np.ndarray], np.ndarray], up: np.ndarray, down: np.ndarray
) -> np.ndarray:
    return (f(up) - f(down)) / (up.astype(float) - down.astype(float))


def _central(f: Callable[[np.ndarray], np.ndarray], x: np.ndarray, h: np.ndarray) -> np.ndarray:
    return _quotient(f, x + h, x - h)


_VECTORISED: dict[str, Callable[..., np.ndarray]] = {
    "forward": lambda f, x, h: _quotient(f, x + h, x),
    "central": _central,
    "five-point": lambda f, x, h: (4 * _central(f, x, h) - _central(f, x, h + h)) / 3,
}
