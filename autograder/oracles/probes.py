"""What a right engine answers to each probe, given the values and gradients of one plain run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

import numpy as np

from autograder.sandbox.program import Program

Arrays = Mapping[str, np.ndarray | None]


def answers(
    program: Program,
    values: Sequence[np.ndarray],
    grads: Sequence[np.ndarray | None],
    upstream: np.ndarray | None,
) -> Arrays:
    """The named arrays of the program's probe; values and grads hold the leaves first."""
    return _PROBES[program.probe](program, values, grads, upstream)


def _named(grads: Sequence[np.ndarray | None]) -> dict[str, np.ndarray | None]:
    return {f"grad{i}": grad for i, grad in enumerate(grads)}


def _run(program, values, grads, upstream) -> Arrays:
    out: Arrays = {"out": values[-1]}
    return out if upstream is None else {**out, **_named(grads[: len(program.leaves)])}


def _twice(program, values, grads, upstream) -> Arrays:
    leaves = grads[: len(program.leaves)]
    return _named([None if grad is None else grad * 2 for grad in leaves])


def _stale(program, values, grads, upstream) -> Arrays:
    """The grads on top of the ones that each leaf held before, reached or not."""
    before = [
        np.ones_like(leaf) if flag else None
        for leaf, flag in zip(program.leaves, program.flags(), strict=True)
    ]
    pairs = zip(before, grads, strict=False)
    return _named([a if b is None else b if a is None else a + b for a, b in pairs])


def _no_grad(program, values, grads, upstream) -> Arrays:
    return {"out": values[-1], "requires_grad": np.array(0), "parents": np.array(0)}


def _nodes(program, values, grads, upstream) -> Arrays:
    """Every value's grad; a hand-made closure runs once where there is a grad, else never."""
    first = len(program.leaves)
    visits = [0] * first
    for step, grad in zip(program.steps, grads[first:], strict=True):
        visits.append(int(step.op.startswith("hand.") and grad is not None))
    return {**_named(grads), "visits": np.array(visits)}


def _mutation(program, values, grads, upstream) -> Arrays:
    given = {f"leaf{i}": leaf for i, leaf in enumerate(program.leaves)}
    arrays = {"out": values[-1], "upstream": upstream, "out.grad": upstream}
    return {**given, "arguments": np.array(True), **arrays}


def _alias(program, values, grads, upstream) -> Arrays:
    """Whichever array is written into, every other one is as it was."""
    arrays = {"out": values[-1], "upstream": upstream, "out.grad": upstream}
    for i, leaf in enumerate(program.leaves):
        arrays[f"leaf{i}"], arrays[f"grad{i}"] = leaf, grads[i]
    held = {name: array for name, array in arrays.items() if array is not None}
    pairs = {f"{a}/{b}": held[b] for a, b in product(held, held) if a != b}
    return {**pairs, **{f"{name}/writable": np.array(1) for name in held}}


def _death(program, values, grads, upstream) -> Arrays:
    return {"alive": np.array(0)}


_PROBES: dict[str, Callable[..., Arrays]] = {
    "run": _run,
    "bare": _run,
    "twice": _twice,
    "again": _run,
    "stale": _stale,
    "no_grad": _no_grad,
    "nodes": _nodes,
    "mutation": _mutation,
    "alias": _alias,
    "death": _death,
}


def asked_of_gradcheck(program: Program, verdict: bool) -> Arrays:
    """What the gradcheck slot answers, with data and grads as it found them."""
    leaves = {f"leaf{i}": leaf for i, leaf in enumerate(program.leaves)}
    held = [
        np.ones_like(leaf) if flag and program.options.get("stale") else None
        for leaf, flag in zip(program.leaves, program.flags(), strict=True)
    ]
    return {"verdict": np.array(verdict), **leaves, **_named(held)}
