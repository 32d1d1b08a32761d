"""The answers of all lessons as texts, and what becomes of them when a piece is changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from autograder.exercises.functions import FUNCTIONS
from autograder.exercises.functions.asking import Calling, draw, examine
from autograder.oracles import Budget, Here
from autograder.verdict import Example, Verdict
from minitorch.second_order import RULES
from minitorch.slots import SLOTS
from notebooks.building import derived
from notebooks.building.lesson import read_lesson

SOURCES = Path(__file__).parents[2] / "notebooks" / "src"
FEW = Budget(examples=20)


@cache
def answers() -> dict[str, str]:
    """Each answer's function as the text of a module."""
    found: dict[str, str] = {}
    for path in sorted(SOURCES.glob("*.py")):
        found |= derived.reference(read_lesson(path))
    return found


def loaded(name: str, text: str) -> Callable[..., Any]:
    """The function of that name in a module's text."""
    namespace: dict[str, Any] = {"__name__": name}
    exec(compile(text, f"<{name}>", "exec"), namespace)
    return namespace[name]


@cache
def engine() -> dict[str, Callable[..., Any]]:
    """The reference bodies."""
    return {name: loaded(name, answers()[name]) for name in SLOTS}


@cache
def drawn(name: str, budget: Budget = FEW, seed: int = 0) -> tuple[Example, ...]:
    """A function's examples, drawn once a session."""
    return draw(name, seed, budget)


def asked(name: str, function: Callable[..., Any], seed: int = 0) -> Verdict:
    """The verdict on a function, beside the reference engine and no rules but autograder's own."""
    RULES.clear()
    few = Budget(examples=FUNCTIONS[name].few) if FUNCTIONS[name].asks else FEW
    backend = Calling(name, function, Here(engine(), only=True))
    return examine(name, backend, drawn(name, few, seed), few)


def changed(name: str, *pairs: tuple[str, str]) -> Callable[..., Any]:
    """The reference's function with pieces of its text replaced; each must be there."""
    text = answers()[name]
    for old, new in pairs:
        assert old in text, f"{old!r} is not in {name}"
        text = text.replace(old, new)
    return loaded(name, text)
