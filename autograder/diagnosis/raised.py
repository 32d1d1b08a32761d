"""Misconceptions that show in what was raised."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ..sandbox.program import Result
from ..verdict import Example, Finding

Others = Sequence[tuple[Example, Result]]
Test = Callable[[str, Sequence[Finding], Others], bool]


def message(finding: Finding) -> str:
    """The exception as Python shows it; empty where there is none."""
    error = finding.result.error
    return "" if error is None else f"{error.kind}: {error.message}"


def raised(expression: str, phase: str = "", share: float = 1.0) -> Test:
    """Most findings were raised with such a message, the smallest that was raised among them."""
    compiled = re.compile(expression)

    def test(slot: str, findings: Sequence[Finding], others: Others) -> bool:
        def told(finding: Finding) -> bool:
            error = finding.result.error
            return error is not None and (not phase or error.phase == phase)

        matching = [f for f in findings if told(f) and compiled.search(message(f))]
        first = next((f for f in findings if f.result.error is not None), None)
        return first in matching and len(matching) >= share * len(findings)

    return test


def _of_backward(test: Test) -> Test:
    return lambda slot, findings, others: slot == "backward" and test(slot, findings, others)


TESTS: list[tuple[str, Test]] = [
    ("stub-left", raised("^NotImplementedError", share=0.5)),
    ("tensor-for-data", raised("^NotFilledError", share=0.5)),
    ("recursion", _of_backward(raised("^RecursionError", share=0))),
    ("calls-itself", raised("^RecursionError")),
    ("returns-nothing", raised("returned None, expected a Tensor")),
    ("returns-array", raised(r"returned \w+, expected a Tensor")),
    ("returns-array", raised(r"'numpy\.\w+' object has no attribute '_backward'", "forward")),
    ("tensor-for-array", raised("does not support ufuncs", share=0.5)),
    ("one-answer-for-all", raised("truth value of an array", share=0.5)),
    ("math-for-numpy", raised("can be converted to Python scalars", share=0.5)),
    ("closure-called-early", raised("'NoneType'", "forward", share=0.5)),
    ("closure-not-callable", raised("'NoneType' object is not callable", "backward", share=0.5)),
    ("no-zeros-to-start-from", _of_backward(raised("'NoneType'", "backward", share=0.5))),
    ("detached", raised(r"not require grad|requires? no grad|requires_grad", "backward", 0.5)),
]
