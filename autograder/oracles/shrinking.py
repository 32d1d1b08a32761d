"""Hypothesis, live: look for the smallest question that an engine answers wrongly.

Bounded in examples and in time: a shrinker left alone can run for minutes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase, given, settings

from autograder.verdict import Example

from .compare import compare
from .here import Backend
from .verdicts import size

SECONDS = 0.3  # a student waits for the answer
SETTINGS = settings(
    max_examples=60,
    database=None,
    deadline=None,
    phases=[Phase.generate, Phase.shrink],
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
    verbosity=hypothesis.Verbosity.quiet,
)


class TimeIsUpError(KeyboardInterrupt):
    """Leaves Hypothesis at once: it takes other exceptions for one more failure to shrink."""


class FailsError(Exception):
    """The engine's answer differs; one class for all, so that Hypothesis sees one bug."""


@dataclass(frozen=True)
class Smallest:
    """What was found.

    example  the smallest question that was answered wrongly, None if none was
    flaky    asked once more, the engine answered it rightly: it keeps state between runs
    """

    example: Example | None = None
    flaky: bool = False


def shrink(
    strategy: Any, ask: Callable[[Any], Example], backend: Backend, seconds: float = SECONDS
) -> Smallest:
    """The smallest failing example that Hypothesis finds in the time.

    strategy  of cases
    ask       the example of a case, with its answers
    """
    until = time.monotonic() + seconds
    failing: list[Example] = []

    @hypothesis.seed(0)
    @settings(SETTINGS)
    @given(strategy)
    def holds(case: Any) -> None:
        if time.monotonic() > until:
            raise TimeIsUpError
        example = ask(case)
        if fails(example, backend):
            failing.append(example)
            raise FailsError

    with suppress(FailsError, TimeIsUpError, hypothesis.errors.HypothesisException):
        holds()
    if not failing:
        return Smallest()
    example = min(failing, key=lambda example: size(example.program))
    return Smallest(example, flaky=not fails(example, backend))


def fails(example: Example, backend: Backend) -> bool:
    """Whether the engine's answer differs from the right one."""
    (result,) = backend.run([example.program])
    return any(compare(example, result))
