"""Programs that ask whether a body keeps to the graph's rules, made for any op alike.

The op's neighbours are nodes made by hand, so that no other slot takes part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from autograder.sandbox.program import Program, Step

from .exercise import Case, Exercise

_PROBES = {
    "twice": "backward called twice",
    "again": "the same once more, on new tensors",
    "stale": "leaves that hold a grad already",
    "no_grad": "inside no_grad",
    "mutation": "what backward was given",
    "alias": "arrays that share memory",
    "death": "the graph's death",
}


def graphs(exercise: Exercise) -> Iterator[Program]:
    """Every graph program of a slot, without upstream gradients."""
    case = exercise.picked[0]
    base = exercise.program(case)
    for probe, name in _PROBES.items():
        yield replace(base, probe=probe, name=name)
    yield from _uses(base)
    yield from _neighbours(base)
    yield from _constants(base)
    if exercise.twin is not None:
        yield _twin(exercise, exercise.twin)


def _then(base: Program, name: str, *steps: Step) -> Program:
    return replace(base, steps=base.steps + steps, name=name)


def _uses(base: Program) -> Iterator[Program]:
    """Tensors used more than once, before the op and behind it."""
    n = len(base.leaves)
    yield _then(
        base, "one tensor, given to the op twice", *base.steps, Step("hand.add", (n, n + 1))
    )
    yield _on_other_values(base)
    yield _then(base, "the result used twice", Step("hand.mul", (n, n)))
    other = (
        Step("hand.sum", (n,)),
        Step("hand.square", (0,)),
        Step("hand.sum", (n + 2,)),
    )
    first = Step("hand.add", (n + 1, n + 3))
    last = Step("hand.add", (n + 3, n + 1))
    yield _then(base, "a short cut past the op", *other, first)
    yield _then(base, "a short cut past the op, the other way round", *other, last)


def _on_other_values(base: Program) -> Program:
    """The op twice, the second time on half of each operand: what one call keeps is its own."""
    n = len(base.leaves)
    (step,) = base.steps
    halves = tuple(Step("hand.scale", (i,), (0.5,)) for i in range(n))
    again = replace(step, operands=tuple(n + 1 + i for i in step.operands))
    steps = (step, *halves, again, Step("hand.add", (n, 2 * n + 1)))
    return replace(base, steps=steps, name="the op twice, on different values")


def _neighbours(base: Program) -> Iterator[Program]:
    """The op in the middle of a chain, and upstream gradients of other sizes."""
    n = len(base.leaves)
    (step,) = base.steps
    before = tuple(Step("hand.scale", (i,), (1.0,)) for i in range(n))
    moved = replace(step, operands=tuple(n + i for i in step.operands))
    chain = (*before, moved, Step("hand.sin", (2 * n,)))
    yield replace(base, steps=chain, name="in the middle of a chain")
    yield _then(base, "an upstream gradient of zeros", Step("hand.scale", (n,), (0.0,)))
    yield _then(base, "a large upstream gradient", Step("hand.scale", (n,), (-1000.0,)))


def _constants(base: Program) -> Iterator[Program]:
    """Operands that need no grad: one of several, and all of them beside a leaf that does."""
    n = len(base.leaves)
    if n > 1:
        for constant in range(n):
            flags = tuple(i != constant for i in range(n))
            yield replace(base, requires_grad=flags, name=f"operand {constant} is a constant")
    leaves = (*base.leaves, np.array([0.5, -1.5]))
    steps = (
        *(replace(step, operands=step.operands) for step in base.steps),
        Step("hand.sum", (n + 1,)),
        Step("hand.sum", (n,)),
        Step("hand.add", (n + 2, n + 3)),
    )
    flags = (False,) * n + (True,)
    yield replace(base, leaves=leaves, steps=steps, requires_grad=flags, name="of constants alone")


def _twin(exercise: Exercise, case: Case) -> Program:
    """The same tensor as every operand."""
    program = exercise.program(case)
    count = len(program.leaves)
    return replace(
        program,
        leaves=program.leaves[:1],
        steps=(replace(program.steps[0], operands=(0,) * count),),
        name="the same tensor as each operand",
    )
