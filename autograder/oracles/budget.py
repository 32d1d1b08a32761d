"""How much is asked of a body."""

from __future__ import annotations

from dataclasses import dataclass

from autograder.verdict import ORACLES


@dataclass(frozen=True)
class Budget:
    """How many examples the oracles may ask, and how.

    examples   distinct Hypothesis draws
    gradcheck  programs whose gradients are compared with central differences
    eps        their step, relative to max(1, abs(x)); (3 * 2**-52) ** (1/3), where truncation and
               roundoff of a central difference are about equal
    oracles    who is asked
    """

    examples: int = 100
    gradcheck: int = 8
    eps: float = 8.7e-6
    oracles: tuple[str, ...] = ORACLES


NOTEBOOK = Budget(examples=30, gradcheck=5)  # ``check`` answers within half a second
