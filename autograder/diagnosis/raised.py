"""Misconceptions that show in what was raised."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ..sandbox.program import Result
from ..verdict import Example, Finding

Others = Sequence[tuple[Example, Result]]
Test = Callable[[str, Sequence[Finding], Others], bool]
FEW = 20  # steps of a graph that is not deep


def message(finding: Finding) -> str:
    """The exception as Python shows it; empty where there is none."""
    error = finding.result.error
    return "" if error is None else f"{error.kind}: {error.message}"


def raised(expression: str, phase: str = "", share: float = 1.0, at_first: bool = False) -> Test:
    """Most findings were raised with such a message, the smallest that was raised among them.

    at_first  the smallest finding of all was, however many others were
    """
    compiled = re.compile(expression)

    def test(slot: str, findings: Sequence[Finding], others: Others) -> bool:
        def told(finding: Finding) -> bool:
            error = finding.result.error
            return error is not None and (not phase or error.phase == phase)

        matching = [f for f in findings if told(f) and compiled.search(message(f))]
        first = next((f for f in findings if f.result.error is not None), None)
        if at_first:
            return findings[0] in matching
        return first in matching and len(matching) >= share * len(findings)

    return test


def _on_small_graphs(slot: str, findings: Sequence[Finding], others: Others) -> bool:
    """However few nodes there are, backward calls itself until Python gives up."""
    gave_up = [f for f in findings if message(f).startswith("RecursionError")]
    return slot == "backward" and any(map(_is_small, gave_up))


def _is_small(finding: Finding) -> bool:
    steps = finding.example.program.steps
    return len(steps) < FEW and not any(step.op == "hand.chain" for step in steps)


def of_backward(test: Test) -> Test:
    """The same of the slot backward alone."""
    return lambda slot, findings, others: slot == "backward" and test(slot, findings, others)


TESTS: list[tuple[str, Test]] = [
    ("stub-left", raised("^NotImplementedError", share=0.5)),
    ("tensor-for-data", raised("^NotFilledError", share=0.5)),
    ("backward-for-closure", _on_small_graphs),
    ("backward-for-closure", raised(r"_backward\(\) takes 0 positional arguments", share=0.5)),
    ("recursion", of_backward(raised("^RecursionError", at_first=True))),
    ("calls-itself", raised("^RecursionError")),
    ("returns-nothing", raised("returned None, expected a Tensor")),
    ("returns-array", raised(r"returned \w+, expected a Tensor")),
    ("returns-array", raised(r"'numpy\.\w+' object has no attribute '_backward'", "forward")),
    ("tensor-for-array", raised("does not support ufuncs", share=0.5)),
    ("one-answer-for-all", raised("truth value of an array", share=0.5)),
    ("math-for-numpy", raised("can be converted to Python scalars", share=0.5)),
    ("closure-called-early", raised("'NoneType'", "forward", share=0.5)),
    ("closure-not-callable", raised("'NoneType' object is not callable", "backward", share=0.5)),
    ("in-place-method", raised("'NoneType' object is not (iterable|reversible)", share=0.5)),
    ("xor-for-power", raised("bitwise_xor", share=0.5)),
    ("xor-for-power", raised(r"unsupported operand type\(s\) for \^", share=0.5)),
    ("no-zeros-to-start-from", of_backward(raised(r"for \+.*'NoneType'", "backward", share=0.5))),
    ("detached", raised(r"not require grad|requires? no grad|requires_grad", "backward", 0.5)),
]
