"""The lessons' sources, for what the diagnosis says of them."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "notebooks" / "src"


@cache
def _source(name: str) -> str:
    return (SOURCES / f"{name}.py").read_text(encoding="utf-8")


@pytest.fixture
def notebook_source() -> Callable[[str], str]:
    """The text of a lesson, by name."""
    return _source
