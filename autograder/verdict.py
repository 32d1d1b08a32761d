"""Examples, findings and verdicts: plain data that oracles make and reports read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from .sandbox.program import Program, Result

Outcome = Literal["right", "wrong", "raised", "not attempted", "grader fault"]
ORACLES = ("pytorch", "gradcheck", "hypothesis", "edges", "graph")


@dataclass(frozen=True, eq=False)
class Example:
    """A program and what a right engine answers.

    oracle    who asks, one of ORACLES
    expected  the named arrays of a right result, None where there is no grad
    raises    a right engine refuses this program: any exception but NotImplementedError
    exact     compare at the last bits (about 1e-12): the values are known that well
    within    (relative, absolute): how far answers may be off, if nothing else fits
    judged    which of a function's judges says what is wrong with the answers, where no one value
              is the right one; the expected arrays are compared besides
    hints     further arrays that diagnosis reads, e.g. ``ones/grad0``: the gradient for an
              upstream of ones
    """

    oracle: str
    program: Program
    expected: Mapping[str, np.ndarray | None] = field(default_factory=dict)
    raises: bool = False
    exact: bool = False
    hints: Mapping[str, np.ndarray] = field(default_factory=dict)
    within: tuple[float, float] | None = None
    judged: str = ""

    def as_data(self) -> dict[str, Any]:
        """Plain data for the wire and for the store."""
        return {
            "oracle": self.oracle,
            "program": self.program.as_data(),
            "expected": dict(self.expected),
            "raises": self.raises,
            "exact": self.exact,
            "hints": dict(self.hints),
            "within": self.within,
            "judged": self.judged,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Example:
        """The example that :meth:`as_data` described."""
        return cls(**{**data, "program": Program.from_data(data["program"])})


@dataclass(frozen=True, eq=False)
class Finding:
    """One way in which an engine's answer to an example is not the right one.

    outcome  ``wrong`` or ``raised``
    kind     what is wrong: forward, gradient, shape, dtype, missing (no grad where one is due),
             unwanted (a grad where none is due), aliasing, mutation, alive, accepted (no error
             where one is due), raised, kink, lost (no answer: a crash, a loop, a time limit),
             returned (not what a function should return), judged (the note says what is wrong),
             missed (a test accepts a wrong engine), refused (a test refuses a right one)
    value    which array, e.g. ``out`` or ``grad0``
    index    the worst element; None where the array as a whole is wrong
    result   all that the engine answered
    note     one more fact in plain words, may be empty
    """

    example: Example
    result: Result
    outcome: Literal["wrong", "raised"]
    kind: str
    value: str = ""
    index: tuple[int, ...] | None = None
    note: str = ""

    @property
    def oracle(self) -> str:
        return self.example.oracle

    @property
    def got(self) -> np.ndarray | None:
        return self.result.values.get(self.value)

    @property
    def expected(self) -> np.ndarray | None:
        return self.example.expected.get(self.value)


@dataclass(frozen=True)
class Misconception:
    """A mistake that an answer looks like.

    id       short and stable, e.g. ``upstream-ignored``
    symptom  what was seen, one sentence
    concept  the thought that helps, one or two sentences; never the fix
    read     where to read, e.g. ``02-elementwise, section "exp"``
    """

    id: str
    symptom: str
    concept: str
    read: str = ""


@dataclass(frozen=True, eq=False)
class Verdict:
    """What is known of one slot's body.

    oracles   each oracle's own outcome; ``not run`` where it was not asked
    findings  smallest example first; empty if right
    note      one more fact in plain words, e.g. which helper is missing
    examples  how many examples were asked
    digest    hash of the stored examples and answers, empty in a notebook
    share     of its points, from 0 to 1, where they are given by parts; None: all or nothing
    """

    slot: str
    outcome: Outcome
    oracles: Mapping[str, str] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    misconception: Misconception | None = None
    note: str = ""
    examples: int = 0
    digest: str = ""
    share: float | None = None

    @property
    def earned(self) -> float:
        """The share of its points that it gives."""
        return float(self.outcome == "right") if self.share is None else self.share

    @property
    def smallest(self) -> Finding | None:
        """The finding that a report shows."""
        return self.findings[0] if self.findings else None
