"""What ``check`` asks of an exercise function in a notebook: a few examples, drawn once."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from autograder.oracles.budget import NOTEBOOK, Budget
from autograder.verdict import Example

from ..drawn_cases import use_temporary_storage
from . import FUNCTIONS
from .asking import draw


def budget_of(name: str) -> Budget:
    """How much is asked."""
    return replace(NOTEBOOK, examples=FUNCTIONS[name].few)


@lru_cache(maxsize=32)
def drawn(name: str) -> tuple[Example, ...]:
    """The examples of every oracle."""
    use_temporary_storage()
    return draw(name, 0, budget_of(name))
