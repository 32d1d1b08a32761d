"""What a report holds, before it is laid out: every part is plain text, numbers already cut."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np

from minitorch.slots import SLOTS, is_tried

from ..verdict import ORACLES, Finding, Misconception, Verdict
from . import arrays, called, lineup, naming, wording

NO_FORMULA = {"no-contribution", "detached"}  # guesses: nothing arrives, whatever the formula
QUESTION = re.compile(r"q\d\d_")  # how the names of quiz questions begin
LONGEST = 240  # characters of an exception's message or line that are shown


@dataclass(frozen=True)
class Comparison:
    """The element that is most wrong, and the arrays around it.

    element   e.g. ``x.grad[1, 2]``; the array alone where no element is named
    apart     how far apart the two are, empty where that says nothing
    grids     got and expected, cut to one window; None where shapes differ or one is missing
    """

    element: str
    got: str
    expected: str
    apart: str = ""
    grids: tuple[arrays.Grid, arrays.Grid] | None = None


@dataclass(frozen=True)
class Facts:
    """All that is said of one verdict, in the order in which it is read.

    prose  whether the case is told in sentences; else it is code
    """

    slot: str
    outcome: str
    headline: str
    case: tuple[tuple[str, str], ...] = ()
    prose: bool = False
    error: tuple[tuple[str, str], ...] = ()
    comparison: Comparison | None = None
    note: str = ""
    chips: tuple[tuple[str, str], ...] = ()
    reading: str = ""
    guess: Misconception | None = None
    replay: str = ""


def facts(verdict: Verdict) -> Facts:
    """What there is to say of a verdict."""
    calm = _CALM.get(verdict.outcome)
    if calm is not None:
        return calm(verdict)
    finding = verdict.smallest
    shared = Facts(
        slot=verdict.slot,
        outcome=verdict.outcome,
        headline=wording.headline(verdict),
        chips=_chips(verdict),
        reading="" if _is_called(verdict) else wording.reading(verdict.oracles, _kind(verdict)),
        guess=verdict.misconception,
        note=verdict.note if finding else "",
        case=lineup.rows(verdict) if lineup.is_lineup(finding) else (),
        prose=lineup.is_lineup(finding) and finding.kind == "missed",
    )
    return shared if finding is None else _with(shared, finding)


def _is_called(verdict: Verdict) -> bool:
    """Whether a function was called: which examples are drawn for it says nothing of the values."""
    finding = verdict.smallest
    return finding is not None and finding.example.program.probe in called.PROBES


def _kind(verdict: Verdict) -> str:
    """What the smallest finding is wrong in; empty where no formula can be at fault."""
    finding, guess = verdict.smallest, verdict.misconception
    unused = verdict.slot == "backward" or (guess and guess.id in NO_FORMULA)
    return finding.kind if finding and not unused else ""


def _with(shared: Facts, finding: Finding) -> Facts:
    if lineup.is_lineup(finding):
        return shared
    said = "" if finding.note == shared.headline else finding.note
    notes = " ".join(filter(None, (said, shared.note)))
    return replace(
        shared,
        case=_case(finding),
        error=_error(finding),
        comparison=_comparison(finding),
        note=notes,
        replay=_replay(shared.slot, finding),
    )


def _replay(slot: str, finding: Finding) -> str:
    """One line that shows it again; none of a body that is gone when the cell ends."""
    tried = slot in SLOTS and is_tried(slot)
    return "" if tried else naming.replay(finding.example.program, slot, finding.value)


def _right(verdict: Verdict) -> Facts:
    asked = [name for name in ORACLES if verdict.oracles.get(name, "not run") != "not run"]
    count = f"{verdict.examples:,} example{'' if verdict.examples == 1 else 's'}"
    if not verdict.examples:
        said = verdict.note or "as expected"
    elif several := lineup.right(verdict):
        said = several
    elif len(asked) == len(ORACLES):
        said = f"all five oracles agree on {count}"
    else:
        said = f"{_listed(asked)} agree{'s' if len(asked) == 1 else ''} on {count}"
    return Facts(verdict.slot, verdict.outcome, said, note=verdict.note if verdict.examples else "")


def _not_attempted(verdict: Verdict) -> Facts:
    slot = SLOTS.get(verdict.slot)
    where = f" in notebook {slot.notebook}" if slot else ""
    hole = "..." if QUESTION.match(verdict.slot) else "raise NotImplementedError"
    stub = "" if verdict.note else f", in the place of `{hole}`"
    todo = f"fill in its cell{where}{stub}, run that cell, then check again"
    if verdict.note.startswith("needs "):
        todo = "fill in first what it needs, then check again"
    if verdict.slot.startswith("engine_"):
        todo = "the bodies of its notebook come first, then check again"
    return Facts(verdict.slot, verdict.outcome, todo, note=verdict.note)


def _grader_fault(verdict: Verdict) -> Facts:
    said = "the grader failed, not your code: this is ours to mend, and it costs no points"
    return Facts(verdict.slot, verdict.outcome, said, note=verdict.note)


_CALM = {"right": _right, "not attempted": _not_attempted, "grader fault": _grader_fault}


def _listed(names: list[str]) -> str:
    if len(names) < 2:
        return "".join(names) or "the check"
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _chips(verdict: Verdict) -> tuple[tuple[str, str], ...]:
    if not verdict.oracles:
        return ()
    return tuple((name, verdict.oracles[name]) for name in ORACLES if name in verdict.oracles)


def _case(finding: Finding) -> tuple[tuple[str, str], ...]:
    program = finding.example.program
    if program.probe in called.PROBES:
        return tuple(called.rows(program))
    rows = [("case", program.name)] if program.name else []
    named = naming.names(program)
    for name, leaf, flag in zip(named, program.leaves, program.flags(), strict=False):
        constant = ", a constant" if leaf.dtype.kind == "f" and not flag else ""
        rows.append((name, arrays.described(leaf) + constant))
    rows += [("", line) for line in naming.calls(program)]
    if program.upstream is not None:
        rows.append(("upstream", arrays.described(program.upstream)))
    if program.probe == "gradcheck":
        rows.append(("", _asked(program.options)))
    elif program.probe in wording.PROBES:
        rows.append(("", wording.PROBES[program.probe]))
    return tuple(rows)


def _asked(options: object) -> str:
    settings = dict(options) if isinstance(options, dict) else {}
    call = ", ".join(f"{key}={naming.literal(v)}" for key, v in settings.get("call", {}).items())
    stale = "; the inputs hold grads of ones before" if settings.get("stale") else ""
    return f"gradcheck is asked about this function{f' with {call}' if call else ''}{stale}"


def _error(finding: Finding) -> tuple[tuple[str, str], ...]:
    error = finding.result.error
    if error is None or finding.outcome != "raised" or finding.kind == "lost":
        return ()
    rows = [("raised", cut(f"{error.kind}: {error.message}" if error.message else error.kind))]
    if error.line.strip():
        rows.append(("at", cut(error.line.strip())))
    return tuple(rows)


def cut(text: str) -> str:
    """At most so many characters, on one line."""
    text = text.replace("\r", "\\r").replace("\n", "\\n")
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def _comparison(finding: Finding) -> Comparison | None:
    got, expected = finding.got, finding.expected
    if finding.outcome == "raised" or finding.kind == "judged" or got is expected is None:
        return None
    name = wording.value_name(finding)
    if got is None or expected is None or got.shape != expected.shape:
        return Comparison(name, _whole(got), _whole(expected))
    if finding.kind == "dtype":
        return Comparison(name, f"dtype {got.dtype}", f"dtype {expected.dtype}")
    index = _index(finding, got, expected)
    if index is None:
        return Comparison(name, _whole(got), _whole(expected))
    place = f"[{', '.join(map(str, index))}]" if index else ""
    values = got[index], expected[index]
    several = got.size > 1
    return Comparison(
        name + place,
        *arrays.pair(*values),
        arrays.difference(*values),
        arrays.grids(got, expected, index) if several else None,
    )


def _index(finding: Finding, got: np.ndarray, expected: np.ndarray) -> tuple[int, ...] | None:
    if finding.index is not None and len(finding.index) == got.ndim:
        return tuple(finding.index)
    wrong = np.argwhere(arrays.wrong_elements(got, expected))
    return tuple(map(int, wrong[0])) if len(wrong) else None


def _whole(array: np.ndarray | None) -> str:
    return "None" if array is None else arrays.described(array)
