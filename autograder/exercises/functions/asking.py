"""Draw a function's examples, and judge what comes back: as the oracles do for a slot.

``examine`` needs NumPy alone; ``draw`` imports PyTorch and Hypothesis.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from autograder.oracles.budget import Budget
from autograder.oracles.compare import ANSWERED, compare
from autograder.oracles.here import Backend, Here
from autograder.oracles.verdicts import unfilled
from autograder.sandbox.functions import put_for_a_while
from autograder.sandbox.program import Program, Result
from autograder.verdict import Example, Finding, Misconception, Verdict

from . import FUNCTIONS, tests
from .function import Function, Mistake
from .tests import armed

RETURNED = "ReturnedError"  # the exception that stands for a function's wrong kind of answer
SUITE = "suite"  # the probe of a student's test
CLOSE = 1e-6  # relative: how near a mistake's prediction must be

Pair = tuple[Example, Result]


def draw(name: str, seed: int = 0, budget: Budget | None = None) -> tuple[Example, ...]:
    """The examples of every oracle of the budget with their answers, smallest first."""
    budget = budget or Budget()
    function = FUNCTIONS[name]
    found = [
        replace(example, oracle=oracle)
        for oracle in budget.oracles
        for example in _examples(function, oracle, seed, budget.examples)
    ]
    if any(example.program.probe == SUITE for example in found):
        return tuple(found)  # in their own, random order
    return tuple(sorted(found, key=lambda example: size(example.program)))


def size(program: Program) -> tuple[bool, int]:
    """How much there is to show; where an array has no elements there is little to see."""
    return any(array.size == 0 for array in program.arrays()), program.elements


def _examples(function: Function, oracle: str, seed: int, count: int) -> Iterable[Example]:
    if oracle in function.parts:
        return function.parts[oracle]()
    if oracle == "hypothesis" and function.asks is not None:
        return function.asks(seed, count)
    if oracle != "hypothesis" or function.drawn is None:
        return ()
    from ..drawn_cases import distinct

    return [question.example for question in distinct(function.drawn(), count, seed)]


class Calling:
    """The engine of this process and one function beside it."""

    def __init__(self, name: str, function: Callable[..., Any], engine: Here) -> None:
        self.name, self.function, self.engine = name, function, engine

    def run(self, programs: Sequence[Program]) -> list[Result]:
        """One result a program, in order."""
        with put_for_a_while({self.name: self.function}):
            return self.engine.run(programs)


def examine(
    name: str, backend: Backend, examples: Sequence[Example], budget: Budget | None = None
) -> Verdict:
    """Ask every example of the budget's oracles, and only then judge."""
    budget = budget or Budget()
    asked = tuple(example for example in examples if example.oracle in budget.oracles)
    suite = any(example.program.probe == SUITE for example in asked)
    results = backend.run([armed(e.program) if suite else e.program for e in asked])
    note = unfilled(name, results)
    function = FUNCTIONS[name]
    if note is not None:
        oracles = {example.oracle: "not attempted" for example in asked}
        return Verdict(name, "not attempted", oracles, note=note or _unwritten(function))
    pairs = list(zip(asked, results, strict=True))
    if suite:
        return tests.verdict(name, pairs)
    found = [finding for pair in pairs for finding in _findings(function, *pair)]
    found.sort(key=lambda finding: size(finding.example.program))
    oracles = {example.oracle: "right" for example in asked}
    for finding in reversed(found):
        oracles[finding.oracle] = finding.outcome
    return Verdict(
        name,
        found[0].outcome if found else "right",
        oracles,
        tuple(found),
        recognised(function, found, pairs),
        examples=sum(map(_weight, asked)),
    )


def _weight(example: Example) -> int:
    """How many examples it counts for: a strategy's draws are asked for at once."""
    options = example.program.options
    return options["examples"] * len(options["seeds"]) if example.program.probe == "draws" else 1


def _unwritten(function: Function) -> str:
    if not function.uses:
        return ""
    return f"it calls {' and '.join(function.uses)}: are they written, and have their cells run?"


def _findings(function: Function, example: Example, result: Result) -> Iterator[Finding]:
    if result.error is not None and result.error.kind == RETURNED:
        yield Finding(example, result, "wrong", "returned", note=result.error.message)
        return
    for finding in compare(example, result):
        yield replace(finding, kind=_kind(example, finding))
    if example.judged and result.error is None:
        yield from _judged(function, example, result)


def _kind(example: Example, finding: Finding) -> str:
    """What an argument's array is wrong in: it was changed, or its gradient is not right."""
    program = finding.example.program
    argument = not finding.value.startswith(ANSWERED)
    if program.probe == "call" and argument and finding.kind in ("forward", "gradient"):
        return "mutation" if "after" in program.options["views"] else "gradient"
    return finding.kind


def _judged(function: Function, example: Example, result: Result) -> Iterator[Finding]:
    """What the example's judge says; an answer that it can't even read is wrong, too."""
    try:
        with np.errstate(all="ignore"):
            complaints = list(function.judges[example.judged](example, result.values))
    except Exception:
        yield Finding(example, result, "wrong", "judged", note="its answer could not be read")
        return
    for complaint in complaints:
        yield Finding(example, result, "wrong", "judged", complaint.value, note=complaint.words)


def recognised(
    function: Function, found: Sequence[Finding], pairs: Sequence[Pair]
) -> Misconception | None:
    """The one mistake that predicts the answers to all examples; None where none or several do."""
    failed = {id(finding.result) for finding in found}
    with np.errstate(all="ignore"):
        fitting = [m for m in function.mistakes if found and _explains(m, pairs, failed)]
    if len(fitting) != 1:
        return None
    return fitting[0].described(f'{function.notebook}, exercise "{function.name}"')


def _explains(mistake: Mistake, pairs: Sequence[Pair], failed: set[int]) -> bool:
    """Whether every answer is the predicted one, at least one that is wrong among them."""
    seen = False
    for example, result in pairs:
        predicted = {} if result.error else mistake.predicts(example)
        if not all(_near(result.values.get(k), v) for k, v in predicted.items()):
            return False
        seen = seen or (bool(predicted) and id(result) in failed)
    return seen


def _near(got: np.ndarray | None, predicted: np.ndarray | None) -> bool:
    if got is None or predicted is None:
        return got is None and predicted is None
    if got.shape != predicted.shape:
        return False
    loose = 1e-3 if predicted.dtype == np.float32 else CLOSE
    return bool(np.allclose(got, predicted, rtol=loose, atol=loose, equal_nan=True))
