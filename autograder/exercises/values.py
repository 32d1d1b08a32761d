"""Where an operand's values lie: functions of a NumPy generator and a shape.

Magnitudes stay near 1, so that rounding is known to the last bits and central differences are at
their best; each domain keeps away from what its op has no derivative at.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Domain = Callable[[np.random.Generator, tuple[int, ...]], np.ndarray]


def spread(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Anything between -2 and 2."""
    return rng.uniform(-2, 2, shape)


def positive(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Between 0.25 and 4, as many below 1 as above."""
    return 2.0 ** rng.uniform(-2, 2, shape)


def nonzero(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Either sign, 0.5 to 2 from zero: a denominator, or a ReLU's input away from its kink."""
    return rng.uniform(0.5, 2, shape) * rng.choice([-1.0, 1.0], shape)


def grid(*shape: int) -> np.ndarray:
    """Scores of the verb grid that can be told apart at a glance: 0, 0.1, 0.2 ..."""
    return np.arange(np.prod(shape, dtype=int)).reshape(shape) / 10
