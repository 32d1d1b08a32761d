"""The reference's bodies, attached for every test here."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from minitorch.slots import SLOTS, attachments
from notebooks.building import derived
from notebooks.building.lesson import read_lesson

SOURCES = Path(__file__).parents[2] / "notebooks" / "src"


@pytest.fixture(scope="session")
def reference_bodies() -> dict[str, object]:
    """Slot -> body, from the answer cells of the course."""
    bodies = {}
    for path in sorted(SOURCES.glob("0[1-7]-*.py")):
        for name, text in derived.reference(read_lesson(path)).items():
            if name in SLOTS:
                namespace: dict[str, object] = {}
                exec(compile(text, f"<reference {name}>", "exec"), namespace)
                bodies[name] = namespace[name]
    return bodies


@pytest.fixture(autouse=True)
def engine(reference_bodies: dict[str, object]) -> Iterator[None]:
    """The engine as the course builds it."""
    with attachments(reference_bodies, only=True):
        yield
