"""What is kept of a judged check: plain data, the same bytes for the same submission."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from autograder.report import text
from autograder.verdict import ORACLES, Verdict

from .plan import Ask

Record = dict[str, Any]


@dataclass(frozen=True)
class Judged:
    """One check, judged.

    notes         what the report should say besides the verdict
    judged_inside parts of it rest on statements that ran beside the submission
    faults        a fault of the grader's own, for the instructor; empty if there was none
    """

    ask: Ask
    verdict: Verdict
    notes: tuple[str, ...] = ()
    judged_inside: bool = False
    fault: str = ""
    record: Record = field(default_factory=dict)

    @property
    def points(self) -> float:
        return round(self.ask.points * self.verdict.earned, 6)


def recorded(judged: Judged, sandbox: str) -> Judged:
    """The same with its record, as ``--json`` prints it: no times, no paths, no numbers of
    processes.

    sandbox  ``bubblewrap`` or ``none``
    """
    verdict = judged.verdict
    record = {
        "check": judged.ask.cell,
        "slot": judged.ask.name,
        "outcome": verdict.outcome,
        "points": judged.points,
        "max_points": judged.ask.points,
        "oracles": {name: verdict.oracles.get(name, "not run") for name in ORACLES},
        "misconception": verdict.misconception.id if verdict.misconception else None,
        "message": text(verdict),
        "notes": list(judged.notes),
        "examples": verdict.digest,
        "judged_inside": judged.judged_inside,
        "sandbox": sandbox,
    }
    if judged.fault:
        record["fault"] = judged.fault
    return replace(judged, record=record)


def without_lost(verdict: Verdict) -> Verdict:
    """The verdict with every finding of an answer that never came called ``lost``."""
    found = tuple(
        replace(f, kind="lost") if f.result.error and f.result.error.phase == "lost" else f
        for f in verdict.findings
    )
    return replace(verdict, findings=found)


def notes_for(notes: Sequence[str], name: str) -> tuple[str, ...]:
    """The notes on a submission that a check's record shows: those that name it, or no cell."""
    return tuple(n for n in notes if name in n.split() or "cell " not in n)
