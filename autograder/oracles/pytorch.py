"""The PyTorch backend: what a right engine answers to a program, in the dtype of its leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import torch

from autograder.exercises import EXERCISES
from autograder.sandbox.program import Program, Step

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


def run(program: Program) -> Mapping[str, np.ndarray | None]:
    """The named arrays of the program's probe."""
    with torch.set_grad_enabled(program.probe != "no_grad"):
        values = _forward(program)
    upstream = _upstream(program, values[-1])
    return answers(program, [_array(v) for v in values], _gradients(values, upstream), upstream)


def ones(program: Program) -> dict[str, np.ndarray]:
    """The hints of diagnosis: ``ones/grad0`` ..., the leaves' gradients for an upstream of ones."""
    values = _forward(program)
    grads = _gradients(values, np.ones(values[-1].shape, _array(values[-1]).dtype))
    leaves = enumerate(grads[: len(program.leaves)])
    return {f"ones/grad{i}": grad for i, grad in leaves if grad is not None}


def output(program: Program) -> np.ndarray:
    """The program's output alone."""
    with torch.no_grad():
        return _array(_forward(program)[-1])


def _forward(program: Program) -> list[torch.Tensor]:
    pairs = zip(program.leaves, program.flags(), strict=True)
    values = [torch.tensor(leaf, requires_grad=flag) for leaf, flag in pairs]
    for step in program.steps:
        values.append(_step(step, [values[number] for number in step.operands]))
    return values


def _step(step: Step, operands: list[torch.Tensor]) -> torch.Tensor:
    if step.op.startswith("hand."):
        return _HAND[step.op.removeprefix("hand.")](*operands, *step.args)
    equivalent = EXERCISES[step.op].torch
    if equivalent is None:
        raise TypeError(f"PyTorch has no equivalent of {step.op}")
    given = [operands] if step.op in ("cat", "stack") else operands
    result: torch.Tensor = equivalent(torch, *given, *step.args, **step.kwargs)
    return result


def _upstream(program: Program, out: torch.Tensor) -> np.ndarray | None:
    if program.probe == "bare":
        return np.ones(out.shape, _array(out).dtype)
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
        grads[number] = None if grad is None else _array(grad)
    return grads


def _array(tensor: torch.Tensor) -> np.ndarray:
    return np.array(tensor.detach().numpy())
