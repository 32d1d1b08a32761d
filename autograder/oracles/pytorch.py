"""The PyTorch backend: what a right engine answers to a program, in the dtype of its leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import torch

from autograder.sandbox.program import Program, Result, Step

from .probes import answers

_HAND: dict[str, Callable[..., torch.Tensor]] = {
    "add": torch.add,
    "mul": torch.mul,
    "exp": torch.exp,
    "tanh": torch.tanh,
    "square": torch.square,
    "cube": lambda x: x**3,
    "sin": torch.sin,
    "scale": lambda x, factor: x * factor,
    "chain": lambda x, length, factor: x * factor**length,
    "sum": torch.sum,
    "matmul": torch.matmul,
    "transpose": lambda x: x.permute(*reversed(range(x.ndim))),
    "softmax": lambda x: torch.softmax(x, -1),
}


class PyTorch:
    """Runs programs with PyTorch.

    equivalents  PyTorch's op for each slot, called as ``op(torch, *operands, *args, **kwargs)``;
                 ``cat`` and ``stack`` get one list of operands
    """

    def __init__(self, equivalents: Mapping[str, Callable[..., Any]]) -> None:
        self.equivalents = equivalents

    def run(self, programs: Sequence[Program]) -> list[Result]:
        """One result a program, in order; what PyTorch refuses raises here."""
        return [Result(self.answers(program)) for program in programs]

    def answers(self, program: Program) -> Mapping[str, np.ndarray | None]:
        """The named arrays of the program's probe."""
        with torch.set_grad_enabled(program.probe != "no_grad"):
            values = self._forward(program)
        upstream = _upstream(program, values[-1])
        grads = _gradients(values, upstream)
        return answers(program, [as_array(v) for v in values], grads, upstream)

    def ones(self, program: Program) -> dict[str, np.ndarray]:
        """Hints for diagnosis: ``ones/grad0`` ..., the gradients for an upstream of ones."""
        values = self._forward(program)
        grads = _gradients(values, np.ones(values[-1].shape, as_array(values[-1]).dtype))
        leaves = enumerate(grads[: len(program.leaves)])
        return {f"ones/grad{i}": grad for i, grad in leaves if grad is not None}

    def output(self, program: Program) -> np.ndarray:
        """The program's output alone."""
        with torch.no_grad():
            return as_array(self._forward(program)[-1])

    def step(self, step: Step, operands: Sequence[torch.Tensor]) -> torch.Tensor:
        """One op."""
        if step.op.startswith("hand."):
            return _HAND[step.op.removeprefix("hand.")](*operands, *step.args)
        given = [list(operands)] if step.op in ("cat", "stack") else operands
        result: torch.Tensor = self.equivalents[step.op](torch, *given, *step.args, **step.kwargs)
        return result

    def _forward(self, program: Program) -> list[torch.Tensor]:
        pairs = zip(program.leaves, program.flags(), strict=True)
        values = [torch.tensor(leaf, requires_grad=flag) for leaf, flag in pairs]
        for step in program.steps:
            values.append(self.step(step, [values[number] for number in step.operands]))
        return values


def _upstream(program: Program, out: torch.Tensor) -> np.ndarray | None:
    if program.probe == "bare":
        return np.ones(out.shape, as_array(out).dtype)
    return program.upstream


def _gradients(values: list[torch.Tensor], upstream: Any) -> list[np.ndarray | None]:
    """One gradient a value: None where there is none to have."""
    wanted = [number for number, value in enumerate(values) if value.requires_grad]
    if upstream is None or not values[-1].requires_grad:
        return [None] * len(values)
    found = torch.autograd.grad(
        values[-1],
        [values[number] for number in wanted],
        torch.from_numpy(upstream),
        allow_unused=True,
    )
    grads: list[np.ndarray | None] = [None] * len(values)
    for number, grad in zip(wanted, found, strict=True):
        grads[number] = None if grad is None else as_array(grad)
    return grads


def as_array(tensor: torch.Tensor) -> np.ndarray:
    """A copy as a NumPy array."""
    return np.array(tensor.detach().numpy())
