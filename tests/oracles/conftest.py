"""The reference engine, as the lessons' answer cells say it, and an empty cache of examples."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from autograder.exercises.examples import draw
from autograder.verdict import Example
from minitorch.slots import SLOTS, attachments
from notebooks.building import derived
from notebooks.building.lesson import read_lesson

ROOT = Path(__file__).parents[2]


@cache
def reference_texts() -> dict[str, str]:
    """Each slot's reference body as the text of a module."""
    found: dict[str, str] = {}
    for notebook in dict.fromkeys(slot.notebook for slot in SLOTS.values()):
        found |= derived.reference(read_lesson(ROOT / "notebooks" / "src" / f"{notebook}.py"))
    return {name: found[name] for name in SLOTS}


def body(name: str, text: str) -> Callable[..., Any]:
    """The function of that name in a module's text."""
    namespace: dict[str, Any] = {}
    exec(compile(text, f"<{name}>", "exec"), namespace)
    return namespace[name]


@cache
def drawn(slot: str, seed: int = 0) -> tuple[Example, ...]:
    """The examples of a slot, drawn once a session."""
    return draw(slot, seed)


@pytest.fixture(scope="session")
def texts() -> dict[str, str]:
    """The reference bodies' texts by slot."""
    return reference_texts()


@pytest.fixture(autouse=True)
def reference_engine() -> Iterator[dict[str, Callable[..., Any]]]:
    """The reference in every slot for the time of a test."""
    bodies = {name: body(name, text) for name, text in reference_texts().items()}
    with attachments(bodies, only=True):
        yield bodies
