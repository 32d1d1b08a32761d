"""A program under construction: every value is computed while it grows.

So no op is asked outside its domain, nothing lies on a kink, and no number gets out of hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from hypothesis import strategies as st

from autograder.oracles.pytorch import PyTorch, as_array
from autograder.sandbox.program import Step

from .drawn import Draw, seeds
from .exercise import Case, Shape
from .values import nonzero, positive, spread

ELEMENTS = 40  # of one value
LARGEST = 20.0  # of one element


class Growing:
    """A program under construction: its leaves and steps, and the value of each."""

    def __init__(self, draw: Draw, pytorch: PyTorch) -> None:
        self.draw, self.pytorch = draw, pytorch
        self.rng = np.random.default_rng(draw(seeds))
        self.leaves: list[tuple[int, bool]] = []  # each one's number, and whether it needs a grad
        self.steps: list[tuple[int, Step]] = []
        self.values: list[np.ndarray] = []
        self.needs_grad: list[bool] = []

    def leaf(self, shape: Shape) -> int:
        """A new leaf; now and then a constant."""
        domain = self.draw(st.sampled_from([spread, spread, positive, nonzero]))
        flag = not self.leaves or self.draw(st.integers(0, 4)) > 0
        self.leaves.append((len(self.values), flag))
        return self._value(np.asarray(domain(self.rng, shape)), flag)

    def step(self, op: str, *operands: int, args: tuple = (), **kwargs: Any) -> bool:
        """Append a step; False if its value would be too large, too long or empty."""
        step = Step(op, operands, args, kwargs)
        value = as_array(
            self.pytorch.step(step, [torch.from_numpy(self.values[i]) for i in operands])
        )
        if not 0 < value.size <= ELEMENTS or not np.abs(value).max() <= LARGEST:
            return False
        self.steps.append((len(self.values), step))
        self._value(value, any(self.needs_grad[i] for i in operands))
        return True

    def _value(self, value: np.ndarray, needs_grad: bool) -> int:
        self.values.append(value)
        self.needs_grad.append(needs_grad)
        return len(self.values) - 1

    def any(self) -> int:
        """A value that is there, most often a late one."""
        number = len(self.values)
        return number - 1 - min(self.draw(st.integers(0, number - 1)), self.draw(st.integers(0, 3)))

    def partner(self, fits: Callable[[Shape], bool], shapes: Any) -> int:
        """A value whose shape fits, or a new leaf of one of the shapes drawn."""
        fitting = [i for i, value in enumerate(self.values) if fits(value.shape)]
        if fitting and self.draw(st.booleans()):
            return self.draw(st.sampled_from(fitting))  # type: ignore[no-any-return]
        return self.leaf(self.draw(shapes))

    def prune(self) -> None:
        """Drop the leaves and steps that the last value does not need."""
        needed = {len(self.values) - 1}
        for number, step in reversed(self.steps):
            if number in needed:
                needed.update(step.operands)
        self.leaves = [leaf for leaf in self.leaves if leaf[0] in needed]
        self.steps = [step for step in self.steps if step[0] in needed]

    def case(self, probe: str = "run") -> Case:
        """The finished program: leaves numbered first, then the steps."""
        order = [number for number, _ in self.leaves] + [number for number, _ in self.steps]
        new = {old: position for position, old in enumerate(order)}
        steps = tuple(
            Step(step.op, tuple(new[i] for i in step.operands), step.args, step.kwargs)
            for _, step in self.steps
        )
        return Case(
            leaves=tuple(self.values[number] for number, _ in self.leaves),
            flags=tuple(flag for _, flag in self.leaves),
            steps=steps,
            seed=int(self.rng.integers(2**16)),
            probe=probe,
        )
