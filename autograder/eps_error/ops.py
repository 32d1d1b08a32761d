"""Every op as a function of one number, in NumPy: one element of an operand moves, a loss is read.

The loss is a weighted sum of the output's elements, with fixed random weights. ``t`` may be an
array of any float or complex dtype, one loss an element, or a 0-d object array holding a jet.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .jets import Jet

Curve = Callable[[Any], Any]
RANDOM = np.random.default_rng(20)
GRID = RANDOM.uniform(0.5, 1.5, (3, 5))  # one verb's logits: person x tense
OTHER = RANDOM.uniform(0.5, 1.5, (5, 4))
WEIGHTS = RANDOM.uniform(0.5, 1.5, 60)
MOVED = (1, 2)  # which element of the grid moves


@dataclass(frozen=True)
class Op:
    """An op as a function of one number, and where it is looked at.

    linear  its derivatives from the second on are 0, so that differences have no truncation error
    """

    name: str
    curve: Curve
    at: float = 0.7
    linear: bool = False


def gelu(x: Any) -> Any:
    """x times the normal distribution's cdf; no complex x, as NumPy has no erf."""
    return x * (1 + _erf(x / math.sqrt(2))) / 2


def _erf(x: Any) -> Any:
    x = np.asarray(x)
    if x.dtype == object:
        return np.frompyfunc(lambda jet: jet.erf(), 1, 1)(x)
    if x.dtype.kind == "c":
        raise TypeError("there is no erf of a complex number here")
    return np.vectorize(math.erf, otypes=[float])(x).astype(x.dtype)


def relu(x: Any) -> Any:
    """x where it is positive."""
    return x * (np.asarray(x).real > 0)


def softmax(x: Any) -> Any:
    """Along the last axis, shifted by the maximum."""
    weights = np.exp(x - x.real.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


def cross_entropy(x: Any) -> Any:
    """Mean over the three persons, whose targets are tenses 0, 2 and 4."""
    shifted = x - x.real.max(axis=-1, keepdims=True)
    losses = np.log(np.exp(shifted).sum(axis=-1)) - shifted[..., [0, 1, 2], [0, 2, 4]]
    return losses.sum(axis=-1) / 3


def _grid(function: Curve) -> Curve:
    """A function of the (3, 5) grid, as a function of its moved element."""

    def curve(t: Any) -> Any:
        t = np.asarray(t)
        grid = np.empty((*t.shape, *GRID.shape), dtype=t.dtype)
        grid[...] = np.frompyfunc(Jet, 1, 1)(GRID) if t.dtype == object else GRID
        grid[(..., *MOVED)] = t
        return _weighted(function(grid), t)

    return curve


def _weighted(out: Any, t: Any) -> Any:
    out = np.asarray(out)
    flat = out.reshape(*t.shape, -1)
    weights = WEIGHTS[: flat.shape[-1]].astype(out.dtype if out.dtype != object else float)
    return (flat * weights).sum(axis=-1)


def _constant(x: Any) -> np.ndarray:
    """The second operand in x's dtype."""
    return OTHER.astype(x.dtype) if x.dtype != object else OTHER


def _row(x: Any) -> np.ndarray:
    return _constant(x)[:, 0]


_TABLE = [
    Op("neg", lambda x: -x, linear=True),
    Op("exp", np.exp),
    Op("log", np.log),
    Op("tanh", np.tanh, at=0.3),
    Op("relu", relu, linear=True),
    Op("pow", lambda x: x**5),
    Op("gelu", gelu),
    Op("add", _grid(lambda x: x + _row(x)), linear=True),
    Op("sub", _grid(lambda x: _row(x) - x), linear=True),
    Op("mul", _grid(lambda x: x * _row(x)), linear=True),
    Op("div", _grid(lambda x: _row(x) / x)),
    Op("sum", _grid(lambda x: x.sum(axis=-1)), linear=True),
    Op("mean", _grid(lambda x: x.sum(axis=-2) / 3), linear=True),
    Op("reshape", _grid(lambda x: x.reshape(*x.shape[:-2], 5, 3)), linear=True),
    Op("transpose", _grid(lambda x: x.swapaxes(-1, -2)), linear=True),
    Op("broadcast_to", _grid(lambda x: np.stack([x, x], axis=-3)), linear=True),
    Op("getitem", _grid(lambda x: x[..., [1, 1, 0], [2, 2, 3]]), linear=True),
    Op("cat", _grid(lambda x: np.concatenate([x, x + 1], axis=-1)), linear=True),
    Op("stack", _grid(lambda x: np.stack([x, x + 1], axis=-1)), linear=True),
    Op("matmul", _grid(lambda x: x @ _constant(x)), linear=True),
    Op("softmax", _grid(softmax)),
    Op("cross_entropy", _grid(cross_entropy)),
]
OPS = {op.name: op for op in _TABLE}
