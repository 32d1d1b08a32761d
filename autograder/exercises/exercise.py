"""What is asked of one slot: an :class:`Exercise`, and the :class:`Case` that is one question."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any

import numpy as np

from autograder.sandbox.program import Program, Step

from .values import Domain, spread

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Case:
    """One question: the operands, the other arguments, and what the values are made from.

    shapes   one shape an operand; the values come from the exercise's domains and ``seed``
    args     the op's further arguments, and ``kwargs`` those by name
    leaves   the operands' values themselves, in place of ``shapes``
    flags    which operands require grad; empty means every float one
    name     what a report calls the question, for instance "ties"
    steps    a whole graph in place of one step of the slot
    probe    what to do with it, and ``options`` what the probe takes besides
    upstream  the upstream gradient, if it is not to be drawn
    refused  a right body refuses it with an error
    verdict  what the gradcheck slot must say of it
    """

    shapes: tuple[Shape, ...] = ()
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    dtype: str = "float64"
    leaves: tuple[np.ndarray, ...] = ()
    flags: tuple[bool, ...] = ()
    name: str = ""
    steps: tuple[Step, ...] | None = None
    probe: str = "run"
    options: Mapping[str, Any] = field(default_factory=dict)
    upstream: np.ndarray | None = None
    refused: bool = False
    verdict: bool = True

    @property
    def key(self) -> str:
        """Equal for two questions that differ in their operands' values alone."""
        given = tuple(leaf.shape for leaf in self.leaves)
        return repr((replace(self, seed=0, leaves=()), given))

    @property
    def elements(self) -> int:
        """How many numbers the operands hold."""
        given = sum(leaf.size for leaf in self.leaves)
        return given or sum(math.prod(shape) for shape in self.shapes)


@dataclass(frozen=True)
class Exercise:
    """What is asked of one slot.

    slot      its name
    torch     PyTorch's equivalent, called as ``torch(t, *operands, *args, **kwargs)`` with the
              module as ``t`` (``cat`` and ``stack`` get a list of operands); None for a slot that
              PyTorch has no equivalent of
    draws     the Hypothesis strategy of cases, called as ``draws(d)`` with ``d`` the module
              :mod:`autograder.exercises.draws`; so that neither is imported before it is needed
    picked    cases picked by hand, of the verb grid's shapes
    domains   where the operands' values lie, one an operand (the last one serves all that follow),
              or a function of the case
    edges     cases at the edges of what the slot must bear; each has a name
    twin      a case whose operands may all be the same tensor
    graphs    the graph oracle's cases, for a slot that is no op; ops have those of
              :mod:`autograder.exercises.graphs`
    gradient  whether the slot builds a graph
    points    what the course gives for it, if a notebook says nothing else
    """

    slot: str
    torch: Callable[..., Any] | None
    draws: Callable[[ModuleType], Any]
    picked: tuple[Case, ...]
    domains: tuple[Domain, ...] | Callable[[Case], tuple[Domain, ...]] = (spread,)
    edges: tuple[Case, ...] = ()
    twin: Case | None = None
    graphs: tuple[Case, ...] | None = None
    gradient: bool = True
    points: int = 2

    def leaves(self, case: Case) -> tuple[np.ndarray, ...]:
        """The operands' values."""
        if case.leaves:
            return case.leaves
        rng = np.random.default_rng(case.seed)
        domains = self.domains(case) if callable(self.domains) else self.domains
        return tuple(
            np.asarray(domains[min(i, len(domains) - 1)](rng, shape), dtype=case.dtype)
            for i, shape in enumerate(case.shapes)
        )

    def program(self, case: Case) -> Program:
        """The program that puts the question; what upstream it lacks is added by the oracle."""
        leaves = self.leaves(case)
        graph = self.gradient or case.steps is not None
        one = Step(self.slot, tuple(range(len(leaves))), case.args, dict(case.kwargs))
        return Program(
            leaves,
            (one,) if case.steps is None else case.steps,
            upstream=case.upstream,
            requires_grad=case.flags or (() if graph else (False,) * len(leaves)),
            probe=case.probe,
            name=case.name,
            options=case.options,
        )


def table(exercises: Iterable[Exercise]) -> dict[str, Exercise]:
    """Exercises by the names of their slots."""
    return {exercise.slot: exercise for exercise in exercises}
