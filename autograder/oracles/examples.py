"""Draw a slot's examples: Hypothesis makes the questions, PyTorch the answers.

The same arguments give the same examples in a clean process. Hypothesis mixes constants of any
imported local module into what it draws, so a grader draws once, in a process of its own, and keeps
what came.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import hypothesis
import numpy as np
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.configuration import set_hypothesis_home_dir

from autograder.exercises import EXERCISES, Case, Exercise, draws
from autograder.exercises.graphs import graphs
from autograder.sandbox.program import Program
from autograder.verdict import Example

from . import probes, pytorch
from .budget import Budget
from .verdicts import size

ROUNDS = 60  # of drawing on until enough cases are distinct
MODEST = 10.0  # leaves within this are known to the last bits, after one op
SETTINGS = settings(
    database=None,
    deadline=None,
    phases=[Phase.generate],
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
)
_storage = tempfile.TemporaryDirectory(prefix="hypothesis-", ignore_cleanup_errors=True)


def draw(slot: str, seed: int = 0, budget: Budget | None = None) -> tuple[Example, ...]:
    """The examples of every oracle of the budget with their answers, smallest first."""
    budget = budget or Budget()
    exercise = EXERCISES[slot]
    asked = [
        example
        for oracle in budget.oracles
        for number, question in enumerate(_questions(exercise, oracle, seed, budget))
        for example in [answered(exercise, oracle, question, number)]
    ]
    return tuple(sorted(asked, key=lambda example: size(example.program)))


def _questions(
    exercise: Exercise, oracle: str, seed: int, budget: Budget
) -> Iterator[Case | Program]:
    """What one oracle asks."""
    if oracle == "pytorch":
        yield from exercise.picked
    elif oracle == "gradcheck" and exercise.gradient:
        yield from cases(exercise.draws(draws).filter(draws.small), budget.gradcheck, seed)
    elif oracle == "hypothesis":
        yield from cases(exercise.draws(draws), budget.examples, seed)
    elif oracle == "edges":
        yield from exercise.edges
    elif oracle == "graph":
        yield from graphs(exercise) if exercise.graphs is None else exercise.graphs


def cases(strategy: Any, count: int, seed: int) -> list[Case]:
    """That many distinct cases: they differ in more than their values' seed."""
    set_hypothesis_home_dir(_storage.name)
    found: dict[str, Case] = {}
    for number in range(ROUNDS):
        if len(found) >= count:
            break

        @hypothesis.seed(seed * ROUNDS + number)
        @settings(SETTINGS, max_examples=2 * (count - len(found)) + 10)
        @given(strategy)
        def collect(case: Case) -> None:
            found.setdefault(case.key, case)

        collect()
    if len(found) < count:
        raise RuntimeError(
            f"asked for {count} distinct cases, {len(found)} came in {ROUNDS} rounds"
        )
    return list(found.values())[:count]


def answered(exercise: Exercise, oracle: str, question: Case | Program, number: int = 0) -> Example:
    """The example of a question: its upstream gradient, and what a right engine answers."""
    case = question if isinstance(question, Case) else Case()
    program = exercise.program(question) if isinstance(question, Case) else question
    if case.refused:
        return Example(oracle, program, raises=True)
    if program.probe == "gradcheck":
        return Example(oracle, program, probes.asked_of_gradcheck(program, case.verdict))
    if exercise.gradient and program.probe not in ("bare", "no_grad"):
        program = with_upstream(program, case.seed + number)
    if oracle == "gradcheck":
        return Example(oracle, program)
    hints = pytorch.ones(program) if program.probe == "run" and exercise.gradient else {}
    return Example(oracle, program, pytorch.run(program), exact=is_exact(program), hints=hints)


def with_upstream(program: Program, seed: int) -> Program:
    """The program with a random upstream gradient, unless it has one.

    Every element is 0.5 to 1.5 from zero, so that each one of the output counts.
    """
    if program.upstream is not None:
        return program
    out = pytorch.output(program)
    rng = np.random.default_rng([seed, out.size])
    drawn = rng.uniform(0.5, 1.5, out.shape) * rng.choice([-1.0, 1.0], out.shape)
    return replace(program, upstream=np.asarray(drawn, dtype=out.dtype))


def is_exact(program: Program) -> bool:
    """Whether the answers are known to the last bits: one op on values that are not large."""
    return [step.op.startswith("hand.") for step in program.steps] == [False] and all(
        np.abs(leaf).max(initial=0.0) <= MODEST for leaf in program.leaves if leaf.dtype.kind == "f"
    )
