"""What is true: five oracles that ask an engine and say what differs.

``examine`` needs NumPy alone. ``draw`` and its kin belong to the exercises, and need PyTorch and
Hypothesis; they can be had from here too, and are imported when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .budget import NOTEBOOK, Budget
from .here import Backend, Here
from .verdicts import examine

if TYPE_CHECKING:
    from autograder.exercises.examples import draw, draw_engine, draw_programs

_DRAWN = ("draw", "draw_engine", "draw_programs")

__all__ = [
    "NOTEBOOK",
    "Backend",
    "Budget",
    "Here",
    "draw",
    "draw_engine",
    "draw_programs",
    "examine",
]


def __getattr__(name: str) -> Any:
    if name not in _DRAWN:
        raise AttributeError(f"module 'autograder.oracles' has no attribute {name!r}")
    return getattr(import_module("autograder.exercises.examples"), name)
