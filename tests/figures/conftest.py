"""The reference's bodies for the pictures of an engine's own ops, and no window on any screen."""

import os
from collections.abc import Iterator

import pytest

from tests.gradcheck.conftest import engine, reference_bodies

__all__ = ["engine", "reference_bodies"]

os.environ.setdefault("MPLBACKEND", "Agg")


@pytest.fixture(autouse=True)
def no_figure_stays_open() -> Iterator[None]:
    """pyplot keeps every figure until it is closed."""
    yield
    import matplotlib.pyplot as plt

    plt.close("all")
