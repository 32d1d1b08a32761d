"""A student's test in words: which engines it took for what they are not, and why it could not see.

It speaks of the probe ``suite``; a finding's note is what the engine does, and on the next line
what the test can't see, or what it said.
"""

from __future__ import annotations

from ..verdict import Finding, Verdict

PROBE = "suite"
FEW = 3  # engines that are shown of those that a test refuses, or if it refuses none
LINES = 6  # of what a test said that are shown


def is_lineup(finding: Finding | None) -> bool:
    """Whether a finding is about an engine that a test was handed."""
    return finding is not None and finding.example.program.probe == PROBE


def headline(verdict: Verdict) -> str:
    """One sentence without a full stop."""
    kinds = [finding.kind for finding in verdict.findings]
    if "refused" in kinds:
        return "it refuses a right engine, so what else it refuses says nothing"
    if kinds.count("missed") < len(kinds):
        return "it came to no answer"
    missed = len(kinds)
    wrong = round(missed / (1 - verdict.earned)) if verdict.earned < 1 else missed
    return f"it catches {wrong - missed} of {wrong} mistakes"


def rows(verdict: Verdict) -> tuple[tuple[str, str], ...]:
    """What it says of the engines that it got wrong: right ones first, and of like ones a few."""
    first = [finding for finding in verdict.findings if finding.kind != "missed"]
    told = first or verdict.findings
    few = told[:FEW] if first or not verdict.earned else told
    found = [row for finding in few for row in _of(finding)]
    if rest := len(told) - len(few):
        found.append(("", f"and {rest} more"))
    return tuple(found)


def _of(finding: Finding) -> list[tuple[str, str]]:
    engine, _, rest = finding.note.partition("\n")
    error = finding.result.error
    if finding.kind == "missed":
        return [("missed", f"{engine}:"), ("", rest)]
    said = [f"{error.kind}: {error.message}"] if error is not None else rest.splitlines()[:LINES]
    label = "raised" if error is not None else "it said"
    lines = [(label if number == 0 else "", line.strip()) for number, line in enumerate(said)]
    return [("engine", engine), *lines]


def right(verdict: Verdict) -> str | None:
    """What there is to say of a test that got every engine right; None if it was none."""
    if verdict.share is None:
        return None
    return f"of {verdict.examples} engines it accepts every right one and refuses every wrong one"
