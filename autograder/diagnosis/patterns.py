"""Misconceptions that show in the kinds of findings."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np

from ..sandbox.execute import WRITTEN
from ..sandbox.program import Program, Result
from ..verdict import Example, Finding
from .model import is_numeric, same
from .precision import (
    in_single,
    is_one_step,
    is_single_precision,
    overflows,
    protected,
    tiny_errors,
    to_double,
)
from .raised import TESTS as RAISED
from .raised import Others, Test, message, of_backward, raised


def pattern(slot: str, findings: Sequence[Finding], others: Others) -> str | None:
    """The id of the first pattern that the findings show; more telling ones come first."""
    for name, test in TESTS:
        if test(slot, findings, others):
            return name
    return None


def _first_is(*kinds: str) -> Test:
    """The smallest finding is of such a kind."""
    return lambda slot, findings, others: findings[0].kind in kinds


def uses(program: Program) -> list[int]:
    """How often each value is an operand."""
    count = [0] * (len(program.leaves) + len(program.steps))
    for step in program.steps:
        for operand in step.operands:
            count[operand] += 1
    return count


def _of_probe(findings: Sequence[Finding], probe: str) -> list[Finding]:
    return [f for f in findings if f.example.program.probe == probe and f.kind == "gradient"]


def _overwrites(slot: str, findings: Sequence[Finding], others: Others) -> bool:
    """Over a grad that is there, or after a second pass, one contribution alone is left."""
    stale, twice = _of_probe(findings, "stale"), _of_probe(findings, "twice")
    if not stale:
        return False
    alone = all(same(f.got, _minus_one(f), is_single_precision(f)) for f in stale)
    halved = all(same(f.got, _half(f), is_single_precision(f)) for f in twice)
    rest = [f for f in findings if f not in stale and f not in twice]
    return alone and halved and all(_needs_sum(f) for f in rest)


def _minus_one(finding: Finding) -> np.ndarray | None:
    return None if finding.expected is None else finding.expected - 1


def _half(finding: Finding) -> np.ndarray | None:
    return None if finding.expected is None else finding.expected / 2


def _needs_sum(finding: Finding) -> bool:
    """A finding that overwriting a grad may well lead to."""
    shared = finding.kind in ("aliasing", "mutation", "unwanted", "dtype")
    probed = finding.example.program.probe in ("stale", "twice", "alias", "mutation")
    return shared or probed or max(uses(finding.example.program), default=0) > 1


def _unreached(slot: str, findings: Sequence[Finding], others: Others) -> bool:
    """No question of one step leaves a gradient in any leaf."""
    plain = [f for f in findings if is_one_step(f.example.program)]
    return bool(plain) and all(f.kind == "missing" for f in plain)


OPTIONS = {"none", "tanh", "mean", "sum"}  # words that arguments of the slots may be
_NO_GRAD_YET = re.compile("NoneType|dtype object")  # what adding to a grad of None comes to


def _constant(slot: str, findings: Sequence[Finding], others: Others) -> bool:
    """A tensor that requires no grad got one, or was added to."""
    for finding in findings:
        has_constant = not all(finding.example.program.flags())
        if finding.kind != "unwanted" and not (
            has_constant and _NO_GRAD_YET.search(message(finding))
        ):
            return False
    return True


def _second_run(slot: str, findings: Sequence[Finding], others: Others) -> bool:
    """A plain question is answered rightly, to the last digits, and the same once more is not."""
    again = [f.example.program for f in findings if f.example.program.probe == "again"]
    plain = [e.program for e, r in others if e.program.probe == "run" and _to_the_digit(e, r)]
    return any(_same_question(p, q) for p in again for q in plain)


def _to_the_digit(example: Example, result: Result) -> bool:
    """Whether answers that are known are met; of an example without any, nothing is known."""
    pairs = [(true, result.values.get(name)) for name, true in example.expected.items()]
    return bool(pairs) and all(
        got is not None
        and is_numeric(got)
        and got.shape == true.shape
        and np.allclose(got, true, rtol=1e-11, atol=1e-13, equal_nan=True)
        for true, got in pairs
        if true is not None
    )


def _same_question(one: Program, other: Program) -> bool:
    if one.flags() != other.flags() or len(one.steps) != len(other.steps):
        return False
    leaves = zip(one.leaves, other.leaves, strict=True)
    return repr(one.steps) == repr(other.steps) and all(np.array_equal(a, b) for a, b in leaves)


def _second_pass(slot: str, findings: Sequence[Finding], others: Others) -> bool:
    """One backward is right, two through the same output are not."""
    probes = {f.example.program.probe for f in findings}
    return "twice" in probes and probes <= {"twice", "stale"}


def _builds_in_no_grad(slot: str, findings: Sequence[Finding], others: Others) -> bool:
    return all(f.value in ("requires_grad", "parents") for f in findings)


def _broadcast_error(slot: str, findings: Sequence[Finding], others: Others) -> bool:
    """NumPy refused to add a gradient of another shape, in backward, where shapes differ."""
    test = raised(r"broadcast", "backward", share=0.5)
    return test(slot, findings, others) and slot in ("add", "sub", "mul", "div", "matmul")


def _written_into(slot: str, findings: Sequence[Finding], others: Others) -> bool:
    """An array was changed already during the pass, whatever was written into afterwards."""
    aliasing = [f for f in findings if f.kind == "aliasing"]
    written = [f for f in aliasing if f.got is not None and (f.got == WRITTEN).any()]
    return findings[0] in aliasing and not written


def _accepts(condition: Callable[[Program], bool]) -> Test:
    """The smallest finding is that something was accepted."""

    def test(slot: str, findings: Sequence[Finding], others: Others) -> bool:
        return findings[0].kind == "accepted" and condition(findings[0].example.program)

    return test


def _unasked_seed(program: Program) -> bool:
    return program.probe == "bare"


def _root_without_grad(program: Program) -> bool:
    return not any(program.flags())


def _target_out_of_range(slot: str, findings: Sequence[Finding], others: Others) -> bool:
    return slot == "cross_entropy" and all(f.kind == "accepted" for f in findings)


def _option_not_checked(slot: str, findings: Sequence[Finding], others: Others) -> bool:
    """Words were accepted that choose nothing."""
    return all(f.kind == "accepted" and _said(f.example.program) - OPTIONS for f in findings)


def _said(program: Program) -> set[str]:
    given = [value for s in program.steps for value in (*s.args, *s.kwargs.values())]
    return {value for value in given if isinstance(value, str)}


TESTS: list[tuple[str, Test]] = [
    *RAISED,
    ("state-between-runs", _second_run),
    ("closures-not-run", of_backward(_unreached)),
    ("detached", _unreached),
    ("overwrites", _overwrites),
    ("constant-gets-grad", _constant),
    ("logarithm-protected", protected),
    ("numerical-derivative", tiny_errors),
    ("float32-inside", in_single),
    ("dtype-not-kept", to_double),
    ("not-unbroadcast", _broadcast_error),
    ("second-pass-wrong", _second_pass),
    ("builds-graph-in-no-grad", _builds_in_no_grad),
    ("silent-seed", _accepts(_unasked_seed)),
    ("root-without-grad", _accepts(_root_without_grad)),
    ("gradient-not-checked", _accepts(lambda program: program.upstream is not None)),
    ("option-not-checked", _option_not_checked),
    ("target-out-of-range", _target_out_of_range),
    ("mutates-data", _first_is("mutation")),
    ("mutates-data", _written_into),
    ("shared-array", _first_is("aliasing")),
    ("graph-kept-alive", _first_is("alive")),
    ("nan-on-the-way", overflows),
]
