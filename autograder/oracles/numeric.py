"""The gradcheck oracle: an engine's gradients beside central differences of its own forward."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from autograder.sandbox.program import Program, Result, moves
from autograder.verdict import Example, Finding

from .budget import Budget
from .compare import Tolerance, worst
from .here import Backend

TOLERANCE = Tolerance(relative=1e-6, absolute=1e-8)
CENTRAL = (-1.0, 1.0)
FIVE = (-2.0, -1.0, 1.0, 2.0)
FIVE_WEIGHTS = np.array([1.0, -8.0, 8.0, -1.0]) / 12
FIVE_EPS = 1e-3  # about (45 * 2**-52) ** (1/5), where its truncation and roundoff are about equal
KINK = 1e-2  # one-sided derivatives of a smooth function differ by eps * f'', here by under 1e-3

Pair = tuple[Example, Result]


def findings(pairs: Sequence[Pair], backend: Backend, budget: Budget) -> list[Finding]:
    """Where the gradcheck oracle's examples got other gradients than their own forward gives."""
    asked = [
        (e, r) for e, r in pairs if e.oracle == "gradcheck" and r.error is None and not e.raises
    ]
    found = [finding for example, result in asked for finding in _misshapen(example, result)]
    looked = [(e, r) for e, r in asked if not any(_misshapen(e, r))]
    moved = backend.run([_moved(e.program, budget.eps, CENTRAL) for e, _ in looked])
    doubtful = []
    for (example, result), answer in zip(looked, moved, strict=True):
        seen = list(_seen(example, result, answer, budget.eps))
        if any(finding.result is answer for finding in seen):
            found += seen
        elif seen:
            doubtful.append((example, result))
    again = backend.run([_moved(e.program, FIVE_EPS, FIVE) for e, _ in doubtful])
    for (example, result), answer in zip(doubtful, again, strict=True):
        found += _seen(example, result, answer, FIVE_EPS)
    return found


def _misshapen(example: Example, result: Result) -> Iterator[Finding]:
    """An output that is not of the upstream gradient's shape: there is nothing to difference."""
    out, upstream = result.values.get("out"), example.program.upstream
    assert upstream is not None
    if out is None or out.shape != upstream.shape:
        expected = np.full(upstream.shape, np.nan)  # its shape is known here, not its values
        wanted = replace(example, expected={**example.expected, "out": expected})
        yield Finding(wanted, result, "wrong", "missing" if out is None else "shape", "out")


def _seen(example: Example, result: Result, moved: Result, eps: float) -> Iterator[Finding]:
    """What the differences show; findings on the moved outputs themselves come alone."""
    outs = [array for name, array in moved.values.items() if name.startswith("moved")]
    upstream = example.program.upstream
    assert upstream is not None
    if moved.error is not None:
        lost = moved.error.phase == "lost"
        yield Finding(example, moved, "raised", "lost" if lost else "raised")
    elif any(array is None or array.shape[2:] != upstream.shape for array in outs):
        note = "its shape changes when an element of an input is moved a little"
        yield Finding(example, moved, "wrong", "shape", "out", note=note)
    else:
        yield from _findings(example, result, moved, eps)


def _moved(program: Program, eps: float, multiples: tuple[float, ...]) -> Program:
    options = {"eps": eps, "multiples": multiples}
    return replace(program, probe="differences", upstream=None, options=options)


def _findings(example: Example, result: Result, moved: Result, eps: float) -> Iterator[Finding]:
    """One finding a leaf, at its worst element; elements at a kink are left out."""
    for i, flag in enumerate(example.program.flags()):
        if not flag:
            continue
        name = f"grad{i}"
        numeric, kinks = derivative(example.program, i, result, moved, eps)
        seen = replace(example, expected={**example.expected, name: numeric})
        got = result.values.get(name)
        if got is not None and got.shape != numeric.shape:
            yield Finding(seen, result, "wrong", "shape", name)
            continue
        held = np.zeros_like(numeric) if got is None else got  # not reached: no grad, or zeros
        fits = TOLERANCE.fits(held, numeric) | kinks
        if not fits.all():
            kind = "missing" if got is None else "gradient"
            yield Finding(seen, result, "wrong", kind, name, worst(held, numeric, fits))


def derivative(
    program: Program, number: int, result: Result, moved: Result, eps: float
) -> tuple[np.ndarray, np.ndarray]:
    """Derivative of sum(out * upstream) by each element of a leaf, and which are at a kink.

    Both have the leaf's shape. The output is differenced before it is summed: what an element does
    not touch then adds no roundoff.
    """
    leaf, upstream = program.leaves[number], program.upstream
    outs, out = moved.values[f"moved{number}"], result.values["out"]
    assert outs is not None
    assert out is not None
    assert upstream is not None
    multiples = CENTRAL if outs.shape[1] == len(CENTRAL) else FIVE
    points = moves(leaf, eps, multiples)
    flat = outs.reshape(leaf.size, len(multiples), -1)
    if multiples is CENTRAL:
        change = (flat[:, 1] - flat[:, 0]) / (points[:, 1] - points[:, 0])[:, None]
    else:
        step = (points[:, 3] - points[:, 0]) / 4
        change = np.einsum("emo,m->eo", flat, FIVE_WEIGHTS) / step[:, None]
    slopes = change @ upstream.reshape(-1)
    kinks = _kinks(leaf, points, flat, out.reshape(-1), upstream.reshape(-1))
    return slopes.reshape(leaf.shape), kinks.reshape(leaf.shape)


def _kinks(leaf, points, flat, out, upstream) -> np.ndarray:
    """Whether the nearest one-sided derivatives differ; comparing two steps would not show it."""
    middle = points.shape[1] // 2
    x = leaf.reshape(-1)
    left = (out - flat[:, middle - 1]) / (x - points[:, middle - 1])[:, None]
    right = (flat[:, middle] - out) / (points[:, middle] - x)[:, None]
    jumps: np.ndarray = np.abs((right - left) * upstream).max(axis=1, initial=0.0)
    slope = np.abs((right + left) * upstream).max(axis=1, initial=0.0)
    return jumps > KINK * np.maximum(1.0, slope)
