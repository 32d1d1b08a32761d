"""Derivatives by differences: one input element moves, every output element is looked at.

Steps are scaled, h = eps * max(1, |x|), and exact: what is divided by is the distance between the
two points where the function really was evaluated, after rounding.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Slice = Callable[[np.floating], np.ndarray]  # one input element's value -> the output

#: error of the formula for smooth functions: h to this power
ORDERS = {"forward": 1, "central": 2, "five-point": 4}
#: far below any rounding: nothing is subtracted, so the step can't be too small
COMPLEX_STEP = 1e-20


def step(x: np.floating, eps: float) -> np.floating:
    """The scaled step at x, a difference of two numbers of x's dtype; 0 if eps is lost in x."""
    h = x.dtype.type(eps * max(1.0, abs(float(x))))
    return (x + h) - x


def forward(f: Slice, x: np.floating, h: np.floating) -> np.ndarray:
    """(f(x+h) - f(x)) / h, error h f''/2."""
    return _quotient(f, x + h, x)


def central(f: Slice, x: np.floating, h: np.floating) -> np.ndarray:
    """(f(x+h) - f(x-h)) / 2h, error h² f'''/6."""
    return _quotient(f, x + h, x - h)


def five_point(f: Slice, x: np.floating, h: np.floating) -> np.ndarray:
    """Central differences at h and 2h, combined so that the h² terms cancel: error h⁴ f⁽⁵⁾/30."""
    return (4 * central(f, x, h) - central(f, x, x.dtype.type(2) * h)) / 3


DIFFERENCES = {"forward": forward, "central": central, "five-point": five_point}


def _quotient(f: Slice, upper: np.floating, lower: np.floating) -> np.ndarray:
    distance = float(upper) - float(lower)
    rise = f(upper) - f(lower)
    return rise / distance if distance else np.full_like(rise, np.nan)


def complex_step(
    reference: Callable[..., object], arrays: list[np.ndarray], which: int, element: int
) -> list[np.ndarray]:
    """Im f(x + ih) / h for every output of a NumPy function; no difference, so no roundoff.

    ValueError if an output comes back real: what it went through (``abs``, ``maximum``, a cast)
    has no complex derivative.
    """
    moved = [np.array(a, dtype=complex) if a.dtype.kind == "f" else a for a in arrays]
    moved[which].flat[element] += 1j * COMPLEX_STEP
    outputs = reference(*moved)
    parts = [np.asarray(o) for o in (outputs if isinstance(outputs, (tuple, list)) else [outputs])]
    if any(part.dtype.kind != "c" for part in parts):
        raise ValueError(
            "expected the reference to return complex outputs for complex inputs, got "
            f"{', '.join(str(part.dtype) for part in parts)}: abs, maximum and casts lose the "
            'imaginary part; use method="central" or "five-point" instead'
        )
    return [part.imag / COMPLEX_STEP for part in parts]


def best_eps(dtype: np.dtype, method: str = "central") -> float:
    """The eps where truncation and roundoff balance for a function of size and slopes near 1.

    With δ the distance from 1 to the next number, the errors are at most
    h/2 + 2δ/h (forward), h²/6 + δ/h (central), h⁴/30 + 3δ/2h (five-point); their minima are at
    2 sqrt(δ), (3δ)^(1/3) and (45δ/4)^(1/5).
    """
    delta = float(np.finfo(dtype).eps)
    return {
        "forward": 2 * delta ** (1 / 2),
        "central": (3 * delta) ** (1 / 3),
        "five-point": (11.25 * delta) ** (1 / 5),
    }[method]
