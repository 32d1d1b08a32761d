"""The tense classifier's loss: the error of central differences over all its parameters.

23 inputs, 32 hidden units under tanh, 5 logits, cross-entropy over the 40 training pairs: in NumPy,
with its gradient worked out by hand, so that nothing here depends on anybody's engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from minitorch.datasets import favourites

from .curves import Curve, Model, summary

SIDES = (23, 32, 5)
EPS = 10.0 ** -(np.arange(0, 28) / 2)  # two a decade, 1 down to 3e-14
CHUNK = 128  # parameters moved at a time, so that what they need fits the cache


@cache
def data() -> tuple[np.ndarray, np.ndarray]:
    """Features (40, 23) and targets (40,)."""
    split = favourites(seed=0)
    return split.x_train, split.y_train


def parameters(seed: int = 0) -> np.ndarray:
    """All 933 in one vector: weights of size 1/sqrt(inputs), small biases."""
    random = np.random.default_rng(seed)
    inputs, hidden, classes = SIDES
    parts = [
        random.standard_normal((inputs, hidden)) / np.sqrt(inputs),
        random.standard_normal(hidden) * 0.1,
        random.standard_normal((hidden, classes)) / np.sqrt(hidden),
        random.standard_normal(classes) * 0.1,
    ]
    return np.concatenate([part.reshape(-1) for part in parts])


def _unpack(theta: np.ndarray) -> list[np.ndarray]:
    inputs, hidden, classes = SIDES
    shapes = [(inputs, hidden), (1, hidden), (hidden, classes), (1, classes)]
    ends = np.cumsum([0, *(a * b for a, b in shapes)])
    lead = theta.shape[:-1]
    spans = zip(ends[:-1], ends[1:], shapes, strict=True)
    return [theta[..., start:end].reshape(*lead, *shape) for start, end, shape in spans]


def loss(theta: np.ndarray) -> np.ndarray:
    """The mean cross-entropy in theta's dtype; theta (..., 933) gives (...)."""
    x, y = data()
    w1, b1, w2, b2 = _unpack(theta)
    logits = np.tanh(x.astype(theta.dtype) @ w1 + b1) @ w2 + b2
    shifted = logits - logits.max(axis=-1, keepdims=True)
    own = np.take_along_axis(shifted, np.broadcast_to(y[:, None], (*shifted.shape[:-1], 1)), -1)
    return np.asarray((np.log(np.exp(shifted).sum(axis=-1)) - own[..., 0]).mean(axis=-1))


def gradient(theta: np.ndarray) -> np.ndarray:
    """d loss / d theta for one vector of parameters, in float64."""
    x, y = data()
    w1, b1, w2, b2 = _unpack(theta.astype(float))
    hidden = np.tanh(x @ w1 + b1)
    logits = hidden @ w2 + b2
    p = np.exp(logits - logits.max(axis=-1, keepdims=True))
    p /= p.sum(axis=-1, keepdims=True)
    p[np.arange(len(y)), y] -= 1
    upstream = p / len(y)
    back = upstream @ w2.T * (1 - hidden**2)
    parts = [x.T @ back, back.sum(axis=0), hidden.T @ upstream, upstream.sum(axis=0)]
    return np.concatenate([part.reshape(-1) for part in parts])


@dataclass(frozen=True)
class Sweep:
    """Absolute errors, a row for each eps (ascending), a column for each parameter."""

    eps: np.ndarray
    errors: np.ndarray
    truth: np.ndarray

    @property
    def curve(self) -> Curve:
        """Median and worst, relative to the largest gradient."""
        return summary(self.eps, self.errors / np.abs(self.truth).max())

    def all_pass(self, atol: float, rtol: float) -> np.ndarray:
        """The steps at which every parameter is within the tolerance."""
        return self.eps[(self.errors <= atol + rtol * np.abs(self.truth)).all(axis=1)]


def sweep(dtype: Any = np.float64, eps: np.ndarray = EPS, seed: int = 0) -> Sweep:
    """The error of central differences, for every parameter at every step."""
    theta = parameters(seed).astype(dtype)
    truth, steps = gradient(theta), np.sort(eps)
    rows = [np.abs(_central(theta, dtype, float(e)) - truth) for e in steps]
    return Sweep(steps, np.array(rows), truth)


def theory(dtype: Any = np.float64, seed: int = 0) -> Model:
    """Bounds for the worst parameter, relative to the largest gradient.

    Third derivatives come from the exact gradient: its second difference, at a step of 1e-4.
    """
    theta, h = parameters(seed), 1e-4
    truth = gradient(theta)
    moves = h * np.eye(len(theta))
    above = np.array([gradient(theta + move)[i] for i, move in enumerate(moves)])
    below = np.array([gradient(theta - move)[i] for i, move in enumerate(moves)])
    third = np.abs(above - 2 * truth + below) / h**2
    size = np.abs(truth).max()
    rounding = float(np.finfo(dtype).eps) * float(loss(theta)) / size
    return Model(float(third.max() / 6 / size), 2, rounding)


def _central(theta: np.ndarray, dtype: Any, eps: float) -> np.ndarray:
    h = (theta + dtype(eps)) - theta
    slopes = np.empty(len(theta))
    for start in range(0, len(theta), CHUNK):
        which = np.arange(start, min(start + CHUNK, len(theta)))
        up, down = np.tile(theta, (len(which), 1)), np.tile(theta, (len(which), 1))
        at = (np.arange(len(which)), which)
        up[at] += h[which]
        down[at] -= h[which]
        rise = loss(up).astype(float) - loss(down).astype(float)
        with np.errstate(all="ignore"):
            slopes[which] = rise / (up[at].astype(float) - down[at].astype(float))
    return slopes
