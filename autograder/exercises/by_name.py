"""Draw the examples of whatever has a name: a slot, an exercise function, a notebook's engine."""

from __future__ import annotations

from autograder.oracles.budget import Budget
from autograder.verdict import Example
from minitorch.slots import SLOTS

from . import examples
from .functions import FUNCTIONS, asking


def draw(name: str, seed: int, budget: Budget) -> tuple[Example, ...]:
    """The examples of every oracle of the budget; ValueError if nothing has that name."""
    if name in SLOTS:
        return examples.draw(name, seed, budget)
    if name in FUNCTIONS:
        return asking.draw(name, seed, budget)
    if name in {slot.notebook for slot in SLOTS.values()}:
        return examples.draw_engine(name, seed, budget)
    raise ValueError(f"expected a slot, a function or a notebook that teaches one, got {name!r}")
