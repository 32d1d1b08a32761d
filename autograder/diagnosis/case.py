"""One answer of an engine to one plain question about an op: what a misconception must predict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..sandbox.program import Raised, Result
from ..verdict import Example, Finding

Array = np.ndarray


@dataclass(frozen=True)
class Case:
    """A program of one step of the slot, what came back, and whether an oracle objected.

    The letters are those of the lessons: ``g`` is the upstream gradient, ``x`` the first operand,
    ``a`` and ``b`` the first two.
    """

    example: Example
    result: Result
    failed: bool

    @property
    def leaves(self) -> tuple[Array, ...]:
        return self.example.program.leaves

    @property
    def x(self) -> Array:
        return self.leaves[0]

    a = x

    @property
    def b(self) -> Array:
        return self.leaves[1]

    @property
    def flags(self) -> tuple[bool, ...]:
        return self.example.program.flags()

    @property
    def expected(self) -> Mapping[str, Array | None]:
        return self.example.expected

    @property
    def out(self) -> Array:
        """The right output."""
        out = self.expected["out"]
        assert out is not None
        return out

    @property
    def g(self) -> Array:
        given = self.example.program.upstream
        return np.ones_like(self.out) if given is None else given

    @property
    def got(self) -> Mapping[str, Array | None]:
        return self.result.values

    @property
    def error(self) -> Raised | None:
        return self.result.error

    def true(self, operand: int) -> Array | None:
        """The right gradient of an operand, None where there is none to have."""
        return self.expected.get(f"grad{operand}")

    def ones(self, operand: int) -> Array | None:
        """The right gradient for an upstream gradient of ones, if the example brings it."""
        return self.example.hints.get(f"ones/grad{operand}")

    def argument(self, name: str, position: int, default: Any = None) -> Any:
        """An argument of the op, by name or by position behind the operands."""
        step = self.example.program.steps[0]
        if name in step.kwargs:
            return step.kwargs[name]
        return step.args[position] if position < len(step.args) else default

    @property
    def axis(self) -> Any:
        return self.argument("axis", 0)

    @property
    def single(self) -> bool:
        """Whether the question is put in float32, whose last digits are few."""
        return any(leaf.dtype == np.float32 for leaf in self.leaves)

    @property
    def stretched(self) -> bool:
        """Whether some operand is smaller than the output."""
        return any(leaf.shape != self.out.shape for leaf in self.leaves)


def cases(
    slot: str, findings: Sequence[Finding], others: Iterable[tuple[Example, Result]]
) -> list[Case]:
    """All plain questions about the slot, the failing ones first."""
    failing = {id(f.example): Case(f.example, f.result, True) for f in findings}
    passing = [Case(e, r, False) for e, r in others if id(e) not in failing]
    return [case for case in (*failing.values(), *passing) if plain(slot, case.example)]


def plain(slot: str, example: Example) -> bool:
    """Whether a program is one step of the slot, on each leaf once, run once."""
    program = example.program
    if example.raises or program.probe not in ("run", "bare") or len(program.steps) != 1:
        return False
    step = program.steps[0]
    alone = step.operands == tuple(range(len(program.leaves)))
    return step.op == slot and alone and example.expected.get("out") is not None
