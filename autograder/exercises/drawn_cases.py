"""Distinct cases out of a Hypothesis strategy, the same ones for the same seed."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from typing import Any
from unittest import SkipTest

import hypothesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.configuration import set_hypothesis_home_dir

from .exercise import Case

ROUNDS = 60  # of drawing on until enough cases are distinct; two or three are the rule
SETTINGS = settings(
    database=None,
    deadline=None,
    phases=[Phase.generate],
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
)
_storage = tempfile.TemporaryDirectory(prefix="hypothesis-", ignore_cleanup_errors=True)


def use_temporary_storage() -> None:
    """Keep Hypothesis from making a ``.hypothesis`` folder where the notebook lies."""
    set_hypothesis_home_dir(_storage.name)


def distinct(strategy: Any, count: int, seed: int) -> list[Case]:
    """That many cases that differ in more than their values' seed.

    RuntimeError if the strategy has not got so many.
    """
    use_temporary_storage()
    found: dict[str, Case] = {}
    for number in range(ROUNDS):
        if len(found) >= count:
            break

        @hypothesis.seed(seed * ROUNDS + number)
        @settings(SETTINGS, max_examples=2 * (count - len(found)) + 10)
        @given(strategy)
        def collect(case: Case) -> None:
            found.setdefault(case.key, case)
            if len(found) == count:
                raise SkipTest  # Hypothesis passes it on at once, and draws no more

        with suppress(SkipTest):
            collect()
    if len(found) < count:
        raise RuntimeError(
            f"asked for {count} distinct cases, got {len(found)} after {ROUNDS} rounds of drawing"
        )
    return list(found.values())
