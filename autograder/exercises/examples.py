"""Draw a slot's examples: Hypothesis makes the questions, PyTorch the answers.

The same arguments give the same examples in a clean process. Hypothesis mixes constants of any
imported local module into what it draws, so a grader draws once, in a process of its own, and keeps
what came.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from autograder.oracles import probes
from autograder.oracles.budget import Budget
from autograder.oracles.pytorch import PyTorch
from autograder.oracles.verdicts import size
from autograder.sandbox.program import Program
from autograder.verdict import Example
from minitorch.slots import SLOTS

from . import EXERCISES, Case, Exercise, draws
from .drawn_cases import distinct
from .graphs import graphs

MODEST = 10.0  # leaves within this are known to the last bits, after one op
SPREAD = 4  # small cases drawn for each one that is kept
pytorch = PyTorch({slot: e.torch for slot, e in EXERCISES.items() if e.torch})


def draw(slot: str, seed: int = 0, budget: Budget | None = None) -> tuple[Example, ...]:
    """The examples of every oracle of the budget with their answers, smallest first."""
    budget = budget or Budget()
    exercise = EXERCISES[slot]
    return in_order(
        answered(exercise, oracle, question, number)
        for oracle in budget.oracles
        for number, question in enumerate(_questions(exercise, oracle, seed, budget))
    )


def in_order(examples: Iterable[Example]) -> tuple[Example, ...]:
    """Smallest first."""
    return tuple(sorted(examples, key=lambda example: size(example.program)))


def _questions(
    exercise: Exercise, oracle: str, seed: int, budget: Budget
) -> Iterator[Case | Program]:
    """What one oracle asks."""
    if oracle == "pytorch":
        yield from exercise.picked
    elif oracle == "gradcheck" and exercise.gradient:
        yield from filter(draws.small, exercise.picked)
        yield from differenced(exercise.draws(draws), budget.gradcheck, seed)
    elif oracle == "hypothesis":
        yield from distinct(exercise.draws(draws), budget.examples, seed)
    elif oracle == "edges":
        yield from exercise.edges
    elif oracle == "graph":
        yield from graphs(exercise) if exercise.graphs is None else exercise.graphs


def differenced(strategy: Any, count: int, seed: int) -> list[Case]:
    """Small cases for central differences: of all sizes, and of each size the one that says most.

    Hypothesis draws the plainest cases most often, so more are drawn than wanted.
    """
    drawn = distinct(strategy.filter(draws.small), SPREAD * count, seed)
    ordered = sorted(drawn, key=lambda case: case.elements)
    groups = [ordered[i : i + SPREAD] for i in range(0, len(ordered), SPREAD)]
    return [max(group, key=_said) for group in groups]


def _said(case: Case) -> tuple[int, int]:
    """How many axes a case has, and how much it says besides."""
    return sum(map(len, case.shapes)), len(repr((case.args, case.kwargs, case.steps)))


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
    return with_answers(oracle, program, hints=exercise.gradient)


def with_answers(oracle: str, program: Program, hints: bool = True) -> Example:
    """The example of a whole program; the gradcheck oracle finds its answers itself."""
    if oracle == "gradcheck":
        return Example(oracle, program)
    ones = pytorch.ones(program) if program.probe == "run" and hints else {}
    return Example(oracle, program, pytorch.answers(program), exact=is_exact(program), hints=ones)


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


def draw_programs(
    slots: Sequence[str],
    seed: int = 0,
    count: int = 100,
    taught: Sequence[str] = (),
    oracle: str = "hypothesis",
) -> tuple[Example, ...]:
    """Examples of random ops over ``slots``; each uses one of ``taught``, if that says any."""
    from .mixed import programs

    strategy = programs(pytorch, slots, taught or slots)
    drawn = (differenced if oracle == "gradcheck" else distinct)(strategy, count, seed)
    anything = Exercise("", None, lambda d: strategy, ())
    return in_order(answered(anything, oracle, case, number) for number, case in enumerate(drawn))


def draw_engine(notebook: str, seed: int = 0, budget: Budget | None = None) -> tuple[Example, ...]:
    """Examples for a notebook's whole engine: its slots together with all that came before.

    Before there is any op these are graphs of hand-made nodes; where the notebook teaches no op,
    ``gradcheck`` is asked about those of before.
    """
    budget = budget or Budget()
    slots = taught_until(notebook)
    own = [slot for slot in slots if SLOTS[slot].notebook == notebook]
    if notebook == SLOTS["backward"].notebook:
        return draw("backward", seed, replace(budget, oracles=("gradcheck", "hypothesis")))
    if own == ["gradcheck"]:
        return asked_of_gradcheck(draw_programs(slots, seed, budget.examples))
    asked = draw_programs(slots, seed, budget.examples, own)
    differenced = draw_programs(slots, seed, budget.gradcheck, own, "gradcheck")
    return in_order((*asked, *differenced))


def taught_until(notebook: str) -> list[str]:
    """The slots of a notebook and of those before it."""
    return [name for name, slot in SLOTS.items() if slot.notebook <= notebook]


def asked_of_gradcheck(examples: Iterable[Example]) -> tuple[Example, ...]:
    """The same programs, but what is asked is whether gradcheck accepts them."""
    asked = []
    for example in examples:
        program = replace(example.program, probe="gradcheck", upstream=None, options={})
        asked.append(Example("hypothesis", program, probes.asked_of_gradcheck(program, True)))
    return tuple(asked)
