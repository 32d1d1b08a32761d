"""From examples and an engine to a verdict. NumPy alone: neither PyTorch nor Hypothesis."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

from autograder.diagnosis import explain
from autograder.sandbox.program import Program, Result
from autograder.verdict import ORACLES, Example, Finding, Misconception, Outcome, Verdict
from minitorch.slots import SLOTS

from . import numeric
from .budget import Budget
from .compare import compare
from .here import Backend

LEFT = (
    "it ran into `raise NotImplementedError`, which marks a hole of the stub: take that line out "
    "when your own lines are in its place"
)
NOT_FILLED = "NotFilledError"  # what an empty slot raises; its message begins with the slot's name


def examine(
    slot: str, backend: Backend, examples: Sequence[Example], budget: Budget | None = None
) -> Verdict:
    """Ask every example of the budget's oracles, and only then judge.

    slot  what the verdict is about; the name of a slot, or any other for a whole engine
    """
    budget = budget or Budget()
    asked = tuple(example for example in examples if example.oracle in budget.oracles)
    results = backend.run([example.program for example in asked])
    note = unfilled(slot, results)
    if note is not None:
        return Verdict(slot, "not attempted", _outcomes(asked, [], True), note=note)
    pairs = list(zip(asked, results, strict=True))
    found = [finding for example, result in pairs for finding in compare(example, result)]
    found += numeric.findings(pairs, backend, budget)
    found.sort(key=lambda f: (f.kind == "dtype", *size(f.example.program)))
    if 2 * sum(map(raised_at_once, found)) > len(found):
        found.sort(key=raised_at_once, reverse=True)  # what they have in common says more
    return verdict(slot, pairs, found)


def raised_at_once(finding: Finding) -> bool:
    """Whether the body did not get through its forward pass."""
    error = finding.result.error
    return error is not None and error.phase == "forward"


def verdict(slot: str, pairs: Sequence[tuple[Example, Result]], found: list[Finding]) -> Verdict:
    """The verdict on what was found, smallest example first."""
    asked = [example for example, _ in pairs]
    outcome: Outcome = found[0].outcome if found else "right"
    failed = {id(finding.result) for finding in found}
    others = [pair for pair in pairs if id(pair[1]) not in failed]
    return Verdict(
        slot,
        outcome,
        _outcomes(asked, found, False),
        tuple(found),
        explained(slot, found, others),
        examples=len(asked),
    )


def explained(
    slot: str, found: Sequence[Finding], others: Sequence[tuple[Example, Result]]
) -> Misconception | None:
    """What the findings look like; a fault of the diagnosis costs the explanation, no verdict."""
    if not found:
        return None
    try:
        return explain(slot, found, others)
    except Exception as error:
        warnings.warn(f"no diagnosis of {slot}: {type(error).__name__}: {error}", stacklevel=2)
        return None


def unfilled(slot: str, results: Sequence[Result]) -> str | None:
    """Why the slot can't be judged: it is empty (an empty note), or half so, or one it needs is.

    A slot that is taught later is never needed; a body that calls it is at fault itself.
    """
    errors = [result.error for result in results]
    empty = {e.message.partition(" ")[0] for e in errors if e and e.kind == NOT_FILLED}
    if slot in empty:
        return ""
    if errors and all(e and e.kind == "NotImplementedError" for e in errors):
        return LEFT if slot in SLOTS else ""
    taught = list(SLOTS)
    for name in taught:
        later = slot in taught and taught.index(name) > taught.index(slot)
        if name in empty and not later:
            return f"needs {name}, which has no body yet: notebook {SLOTS[name].notebook}"
    return None


def _outcomes(
    asked: Sequence[Example], found: Sequence[Finding], unattempted: bool
) -> dict[str, str]:
    """Each oracle's own outcome: that of its smallest failing example."""
    outcomes = dict.fromkeys(ORACLES, "not run")
    for example in asked:
        outcomes[example.oracle] = "not attempted" if unattempted else "right"
    for finding in reversed(found):
        outcomes[finding.oracle] = finding.outcome
    return outcomes


def size(program: Program) -> tuple[bool, int, int, bool]:
    """How much there is to show: elements, then axes; an array without elements shows nothing."""
    arrays = tuple(program.arrays())
    steps = sum(int(s.args[0]) if s.op == "hand.chain" else 1 for s in program.steps)
    empty = any(array.size == 0 for array in arrays)
    axes = sum(array.ndim for array in arrays)
    return empty, program.elements + steps, axes, program.probe != "run"
