"""What is true: five oracles that ask an engine and say what differs.

``draw`` needs PyTorch and Hypothesis and imports them when it is first used; ``examine`` needs
NumPy alone.
"""

from importlib import import_module
from typing import Any

from .budget import NOTEBOOK, Budget
from .here import Backend, Here
from .verdicts import examine

_LATE = dict.fromkeys(("draw", "draw_engine", "draw_programs"), "examples")

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
    if name not in _LATE:
        raise AttributeError(f"module 'autograder.oracles' has no attribute {name!r}")
    return getattr(import_module(f"autograder.oracles.{_LATE[name]}"), name)
