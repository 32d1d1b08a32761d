"""Verdicts of every kind, made by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from autograder.sandbox.program import Program, Raised, Result, Step
from autograder.verdict import ORACLES, Example, Finding, Misconception, Verdict

X = np.array([[-0.5, 1.25], [2.0, 0.1]])
G = np.array([[0.3, -1.2], [1.0, 0.7]])
MISCONCEPTION = Misconception(
    "input-for-output",
    "Does the input stand where the output belongs?",
    "Two values are at hand in the closure.",
    "02-elementwise, section 3. exp: keep the output",
)


def finding(
    value: str = "grad0",
    got: Any = None,
    expected: Any = None,
    *,
    kind: str = "gradient",
    step: Step | None = None,
    leaves: tuple[Any, ...] = (X,),
    error: Raised | None = None,
    **program: Any,
) -> Finding:
    """One finding: an array that is not as expected, or an exception."""
    index = program.pop("index", None)
    steps = program.pop("steps", (step or Step("exp", (0,)),))
    leaves = tuple(np.asarray(leaf) for leaf in leaves)
    asked = Program(leaves, steps, program.pop("upstream", G), **program)
    result = Result(error=error) if error else Result({value: got})
    outcome = "raised" if error else "wrong"
    return Finding(
        Example("pytorch", asked, {value: expected}), result, outcome, kind, value, index
    )


def verdict(*findings: Finding, slot: str = "exp", **more: Any) -> Verdict:
    """A verdict on findings; by default PyTorch and central differences both object."""
    outcomes = more.pop("oracles", {})
    wrong = dict.fromkeys(ORACLES, "right") | {"pytorch": "wrong", "gradcheck": "wrong"} | outcomes
    outcome = more.pop("outcome", findings[0].outcome if findings else "right")
    return Verdict(slot, outcome, wrong, findings, **more)


@pytest.fixture
def wrong() -> Verdict:
    """x where exp(x) belongs."""
    return verdict(
        finding(got=X * G, expected=np.exp(X) * G, index=(1, 0)),
        misconception=MISCONCEPTION,
        examples=134,
    )


@pytest.fixture
def make() -> Callable[..., Verdict]:
    """A verdict on one finding; ``verdict=`` holds what is not the finding's."""

    def made(*args: Any, **kwargs: Any) -> Verdict:
        more = kwargs.pop("verdict", {})
        return verdict(finding(*args, **kwargs), **more)

    return made


@pytest.fixture
def raised() -> Verdict:
    """An exception whose text is hostile to a page and to a terminal."""
    message = "<script>alert(1)</script> \x1b[31m caf\u00e9 \U0001f600\nsecond line"
    error = Raised("TypeError", message, "backward", "self.grad = self.grad + out.gard")
    outcomes = dict.fromkeys(ORACLES, "raised")
    return verdict(finding(error=error, kind="raised", value=""), oracles=outcomes)
