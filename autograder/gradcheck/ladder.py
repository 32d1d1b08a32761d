"""Why a difference and a gradient disagree: the same difference at many steps.

A wrong gradient is off at every step: a plateau. A step that is too large or too small is off in
its own way, h² or 1/h, and somewhere between the two agree: a V. At a kink the differences settle
too, but to one number from the left and to another from the right.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .numeric import Slice

PER_DECADE = 2  # steps a decade; three neighbours that agree then span one decade
ONE_SIDED = 1e-3  # a kink inside the stencil spoils one side: the other is better by this factor


@dataclass(frozen=True)
class Estimate:
    """A derivative, how far it may be off, and the step that gave it."""

    value: float
    error: float
    h: float


class Ladder:
    """Differences of one input element at steps from a tenth of its size down to the last bits."""

    def __init__(self, f: Slice, x: np.floating) -> None:
        self.delta = float(np.finfo(x.dtype).eps)
        scale = max(1.0, abs(float(x)))
        decades = -np.log10(self.delta) - 1
        exponents = np.arange(PER_DECADE, PER_DECADE * decades) / PER_DECADE
        steps = [(x + x.dtype.type(scale * 10**-e)) - x for e in exponents]
        self.steps = [h for h in steps if h > 0]
        self.middle = f(x)
        self.right = [(float(x + h) - float(x), f(x + h)) for h in self.steps]
        self.left = [(float(x) - float(x - h), f(x - h)) for h in self.steps]

    def row(self, number: int, dtype: np.dtype | None = None) -> Row:
        """The ladder as one output element sees it; ``dtype`` is the output's, if less precise."""
        delta = max(self.delta, float(np.finfo(dtype or float).eps))
        middle = float(self.middle[number])
        right = np.array([[h, values[number]] for h, values in self.right])
        left = np.array([[h, values[number]] for h, values in self.left])
        return Row(delta, middle, right[:, 0], right[:, 1], left[:, 0], left[:, 1])


@dataclass(frozen=True)
class Row:
    """One output element's values to the right and to the left of the point."""

    delta: float
    middle: float
    right_steps: np.ndarray
    right_values: np.ndarray
    left_steps: np.ndarray
    left_values: np.ndarray

    @cached_property
    def right(self) -> np.ndarray:
        """Differences to the right."""
        return (self.right_values - self.middle) / self.right_steps

    @cached_property
    def left(self) -> np.ndarray:
        """Differences to the left."""
        return (self.middle - self.left_values) / self.left_steps

    @cached_property
    def central(self) -> np.ndarray:
        return (self.right_values - self.left_values) / (self.right_steps + self.left_steps)

    def estimate(self, differences: np.ndarray) -> Estimate:
        """The difference that agrees best with those at smaller steps, their rounding allowed for.

        It may be off by its own rounding, by what separates it from the differences at smaller
        steps, and by half of what the last step down moved it: truncation shrinks at least so fast.
        Smaller steps only, since a bounded function's differences also settle at huge steps, at 0.
        """
        noise = self.noise / self.right_steps
        error = np.full(len(differences), np.inf)
        for k, (here, own) in enumerate(zip(differences, noise, strict=True)):
            smaller = slice(k + 1, k + 1 + 2 * PER_DECADE)
            apart = np.abs(differences[smaller] - here) - 2 * noise[smaller]
            bound = np.maximum(apart, 0).max(initial=0.0) + own
            if k:
                bound += abs(differences[k - 1] - here) / 2
            if np.isfinite(here) and np.isfinite(bound):
                error[k] = bound
        best = int(np.argmin(error))
        return Estimate(float(differences[best]), float(error[best]), float(self.right_steps[best]))

    @cached_property
    def noise(self) -> np.ndarray:
        """How far a difference of two values may be off by rounding, step by step."""
        size = np.maximum(np.abs(self.right_values), np.abs(self.left_values))
        rounding = 4 * self.delta * np.maximum(size, abs(self.middle))
        return np.maximum(rounding, self._quantum())

    def _quantum(self) -> float:
        """The unit in which the values move if they move in units; 0 if they do not.

        Inside a function, large numbers that cancel leave values that are multiples of the large
        ones' last bit: at small steps nothing moves at all, above it moves in whole units.
        """
        moved = np.abs(np.concatenate([self.right_values, self.left_values]) - self.middle)
        moved = moved[np.isfinite(moved)]
        if not (moved == 0).any() or not (moved > 0).any():
            return 0.0
        unit = moved[moved > 0].min()
        counts = moved[(moved > 0) & (moved < 1e4 * unit)] / unit
        whole = np.abs(counts - np.round(counts)) < 1e-3 * counts
        return float(unit) if len(counts) > 3 and whole.all() else 0.0

    def jumps(self) -> bool:
        """Whether the value leaps at the point: the rise stays while the step shrinks."""
        rise = np.abs(self.right_values - self.left_values)
        near = rise[self.right_steps <= 1e-4 * self.right_steps[0]]
        return bool(near.size and near.min() > 0.5 * rise[0] and rise[0] > 0)


def diagnose(
    row: Row, analytic: float, tolerance: Callable[[float], float], h: float
) -> tuple[str, str]:
    """Why ``analytic`` and the difference at step ``h`` disagree: a verdict's kind, and words."""
    best = row.estimate(row.central)
    allowed = tolerance(best.value)
    off = abs(analytic - best.value)
    if best.error <= allowed and off <= allowed + 2 * best.error:
        return _bad_step(row, analytic, best, h)
    right, left = row.estimate(row.right), row.estimate(row.left)
    apart = abs(right.value - left.value)
    if row.jumps():
        return "kink", "the function jumps here: no difference settles"
    if apart > allowed + 4 * (right.error + left.error):
        return _kink(analytic, left.value, right.value, allowed)
    if best.error > allowed and off <= 3 * best.error:
        return "roundoff", (
            f"no step resolves it: the best difference is {best.value:.4g} to within "
            f"{best.error:.1g}, the tolerance is {allowed:.1g}"
        )
    return "wrong", f"at every step: the best difference is {best.value:.6g} (h={best.h:.1g})"


def _bad_step(row: Row, analytic: float, best: Estimate, h: float) -> tuple[str, str]:
    agrees = f"they agree at h={best.h:.1g}: {best.value:.6g}"
    if h < best.h:
        return "roundoff", agrees
    used = int(np.argmin(np.abs(np.log(row.right_steps / h))))
    sides = sorted((abs(row.right[used] - analytic), abs(row.left[used] - analytic)))
    if not np.isfinite(sides).all():
        return "step too large", f"the step leaves the domain of the function; {agrees}"
    if sides[0] <= ONE_SIDED * sides[1]:
        return "kink", f"it lies within the step, not at the point; {agrees}"
    return "step too large", agrees


def _kink(analytic: float, left: float, right: float, allowed: float) -> tuple[str, str]:
    sides = f"{left:.4g} from the left, {right:.4g} from the right"
    if min(left, right) - allowed <= analytic <= max(left, right) + allowed:
        return "kink", sides
    return "wrong", f"the point is a kink ({sides}), and the gradient is neither nor between"
