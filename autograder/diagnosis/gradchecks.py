"""What goes wrong in a student's own gradcheck: told from what it accepts and what it refuses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..sandbox.program import Program, Result
from ..verdict import Example, Finding

SMALL_SLIP = 1e-2  # of a gradient near 1: a tolerance may well let it pass
Test = Callable[[Finding], bool]
Others = Sequence[tuple[Example, Result]]


def answers_of_gradcheck(findings: Sequence[Finding], others: Others) -> str | None:
    """The id of the mistake that fits every finding, the most telling first."""
    if all(_accepted(f) for f in findings) and not any(_refused_rightly(e) for e, _ in others):
        return "always-true"
    if _refused_plainly(findings[0]) and 2 * sum(map(_refused_plainly, findings)) > len(findings):
        return "numeric-gradient-zero" if _zeros_pass(findings) else "always-false"
    if (one_sided := _one_sided(findings, others)) is not None:
        return one_sided
    for name, test in TESTS:
        if all(test(finding) for finding in findings):
            return name
    return None


def _slip(program: Program) -> Mapping[str, Any]:
    """The slip of a program: ``slip``, ``amount``, ``slipped`` and ``op``; empty if it has none."""
    for step in program.steps:
        if step.kwargs.get("slip"):
            return {**step.kwargs, "op": step.op}
    return {}


def _call(finding: Finding) -> Mapping[str, Any]:
    call: Mapping[str, Any] = finding.example.program.options.get("call", {})
    return call


def _accepted(finding: Finding) -> bool:
    """It said True of a wrong gradient."""
    got = finding.got if finding.value == "verdict" else None
    return got is not None and got.size == 1 and bool(got.item())


def _refused(finding: Finding) -> bool:
    """It said False of a right gradient."""
    return finding.value == "verdict" and not _accepted(finding)


def _refused_plainly(finding: Finding) -> bool:
    return _refused(finding) and not (_stale(finding) or _call(finding) or _constant(finding))


def _refused_rightly(example: Example) -> bool:
    verdict = example.expected.get("verdict")
    return verdict is not None and not bool(verdict)


def _accepted_slip(**wanted: Any) -> Test:
    def test(finding: Finding) -> bool:
        slip = _slip(finding.example.program)
        return _accepted(finding) and all(slip.get(key) in wanted[key] for key in wanted)

    return test


def _second_input(finding: Finding) -> bool:
    """What it did not see, or could not bear, lies in an input that is not the first."""
    flags = finding.example.program.flags()
    if _accepted(finding):
        return _slip(finding.example.program).get("slipped", 0) > 0
    return len(flags) > 1 and not flags[0]


def _hidden_by_sum(finding: Finding) -> bool:
    slip = _slip(finding.example.program)
    hidden = slip.get("op") == "hand.softmax" or slip.get("slip") == "upstream_ignored"
    return _accepted(finding) and hidden


def _left_behind(finding: Finding) -> bool:
    return finding.value.startswith(("leaf", "grad"))


def _stale(finding: Finding) -> bool:
    return bool(finding.example.program.options.get("stale")) and finding.value == "verdict"


def _tolerance(finding: Finding) -> bool:
    """Gradients that are large, or off by less than the tolerance, or judged by another one."""
    program = finding.example.program
    large = any(step.op == "hand.scale" and max(step.args) >= 100 for step in program.steps)
    slip = _slip(program)
    small = slip.get("slip") in ("offset", "one") and abs(slip["amount"]) <= SMALL_SLIP
    return finding.value == "verdict" and (large or small or "atol" in _call(finding))


def _coarse(finding: Finding) -> bool:
    return _accepted(finding) and "eps" in _call(finding)


def _coarse_right(finding: Finding) -> bool:
    return _refused(finding) and "eps" in _call(finding)


def _not_scalar(finding: Finding) -> bool:
    """It raised where the output has more than one element."""
    error = finding.result.error
    scalar = any(step.op == "hand.sum" for step in finding.example.program.steps[-1:])
    return error is not None and not scalar


def _form_of_inputs(finding: Finding) -> bool:
    """It raised where inputs come alone, or in a list."""
    options = finding.example.program.options
    alone = bool(options.get("single") or options.get("listed"))
    return finding.result.error is not None and alone


def _constant(finding: Finding) -> bool:
    return not all(finding.example.program.flags())


def _zeros_pass(findings: Sequence[Finding]) -> bool:
    """Gradients of zeros pass, also where they do not add up to 0, and no other wrong ones do."""
    slips = [_slip(f.example.program) for f in findings if _accepted(f)]
    zeros = bool(slips) and all(slip.get("slip") == "zero" for slip in slips)
    return zeros and any(slip["op"] != "hand.softmax" for slip in slips)


def _one_sided(findings: Sequence[Finding], others: Others) -> str | None:
    """Slips of one sign pass, those of the other do not: no absolute value is taken."""
    slips = [_slip(f.example.program) for f in findings]
    signs = {slip.get("amount", 0.0) > 0 for slip in slips if slip.get("slip") in ("offset", "one")}
    other = [_slip(e.program) for e, _ in others if _refused_rightly(e)]
    seen = {s.get("amount", 0.0) > 0 for s in other if s.get("slip") in ("offset", "one")}
    if all(_accepted(f) for f in findings) and len(signs) == 1 and seen == {not signs.pop()}:
        return "absolute-value-missing"
    return None


TESTS: list[tuple[str, Test]] = [
    ("inputs-left-changed", _left_behind),
    ("old-grad-compared", _stale),
    ("inputs-left-changed", lambda finding: _left_behind(finding) or _stale(finding)),
    ("nan-passes", _accepted_slip(slip={"nan"})),
    ("sum-hides-it", _hidden_by_sum),
    ("one-element-checked", _accepted_slip(slip={"one"})),
    ("first-input-alone", _second_input),
    ("eps-ignored", _coarse),
    ("forward-difference", _coarse_right),
    ("tolerance-not-kept", _tolerance),
    ("constant-input", _constant),
    ("form-of-inputs", _form_of_inputs),
    ("scalar-outputs-only", _not_scalar),
]
