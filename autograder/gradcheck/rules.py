"""A backward rule in Tensor ops for every op of the engine; see :mod:`minitorch.second_order`.

They serve ops that nobody wrote a rule for. Two have to be helped by ops of their own: the normal
distribution's cdf (for gelu) and scatter (for getitem), each a node with closure, call and rule.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from minitorch import Tensor, erf
from minitorch.second_order import Rule, unbroadcast

HOUSE: dict[str, Rule] = {}


def house(name: str) -> Callable[[Rule], Rule]:
    """Put a rule under an op's name."""

    def register(function: Rule) -> Rule:
        HOUSE[name] = function
        return function

    return register


HOUSE["neg"] = lambda out, g, x: -g
HOUSE["exp"] = lambda out, g, x: g * out
HOUSE["log"] = lambda out, g, x: g / x
HOUSE["tanh"] = lambda out, g, x: g * (1 - out * out)
HOUSE["relu"] = lambda out, g, x: g * Tensor((x.data > 0).astype(x.dtype))
HOUSE["reshape"] = lambda out, g, x, *shape: g.reshape(x.shape)
HOUSE["broadcast_to"] = lambda out, g, x, shape: unbroadcast(g, x.shape)
HOUSE["getitem"] = lambda out, g, x, index: scatter(g, index, x.shape)
HOUSE["scatter"] = lambda out, g, x, index, shape: g[index]
HOUSE["normal_cdf"] = lambda out, g, x: g * _normal_pdf(x)


@house("pow")
def _pow(out: Tensor, g: Tensor, x: Tensor, exponent: float) -> Tensor:
    return g * 0 if exponent == 0 else g * exponent * x.pow(exponent - 1)


@house("gelu")
def _gelu(out: Tensor, g: Tensor, x: Tensor, approximate: str = "none") -> Tensor:
    if approximate == "none":
        return g * (normal_cdf(x) + x * _normal_pdf(x))
    scale = math.sqrt(2 / math.pi)
    t = (scale * (x + 0.044715 * x * x * x)).tanh()
    return g * (0.5 * (1 + t) + 0.5 * x * (1 - t * t) * scale * (1 + 3 * 0.044715 * x * x))


@house("add")
def _add(out: Tensor, g: Tensor, a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    return unbroadcast(g, a.shape), unbroadcast(g, b.shape)


@house("sub")
def _sub(out: Tensor, g: Tensor, a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    return unbroadcast(g, a.shape), unbroadcast(-g, b.shape)


@house("mul")
def _mul(out: Tensor, g: Tensor, a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    return unbroadcast(g * b, a.shape), unbroadcast(g * a, b.shape)


@house("div")
def _div(out: Tensor, g: Tensor, a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    return unbroadcast(g / b, a.shape), unbroadcast(-(g * out) / b, b.shape)


@house("sum")
def _sum(out: Tensor, g: Tensor, x: Tensor, axis: Any = None, keepdims: bool = False) -> Tensor:
    kept = np.empty(x.shape).sum(axis=axis, keepdims=True).shape
    return g.reshape(kept).broadcast_to(x.shape)


@house("mean")
def _mean(out: Tensor, g: Tensor, x: Tensor, axis: Any = None, keepdims: bool = False) -> Tensor:
    return _sum(out, g, x, axis) / (x.size // max(out.size, 1))


@house("transpose")
def _transpose(out: Tensor, g: Tensor, x: Tensor, *axes: Any) -> Tensor:
    if len(axes) == 1 and isinstance(axes[0], (tuple, list)):
        axes = tuple(axes[0])
    order = [axis % x.ndim for axis in axes] if axes else list(range(x.ndim))[::-1]
    return g.transpose(*(int(axis) for axis in np.argsort(order)))


@house("cat")
def _cat(out: Tensor, g: Tensor, tensors: Any, axis: int = 0) -> tuple[Tensor, ...]:
    ends = np.cumsum([0, *(t.shape[axis] for t in tensors)])
    before = (slice(None),) * (axis % g.ndim)
    return tuple(g[(*before, slice(int(start), int(end)))] for start, end in pairwise(ends))


@house("stack")
def _stack(out: Tensor, g: Tensor, tensors: Any, axis: int = 0) -> tuple[Tensor, ...]:
    before = (slice(None),) * (axis % g.ndim)
    return tuple(g[(*before, number)] for number in range(len(tensors)))


@house("matmul")
def _matmul(out: Tensor, g: Tensor, a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    left = a.reshape(1, *a.shape) if a.ndim == 1 else a
    right = b.reshape(*b.shape, 1) if b.ndim == 1 else b
    batch = np.broadcast_shapes(left.shape[:-2], right.shape[:-2])
    g = g.reshape(*batch, left.shape[-2], right.shape[-1])
    to_left = unbroadcast(g @ _swap_last(right), left.shape)
    to_right = unbroadcast(_swap_last(left) @ g, right.shape)
    return to_left.reshape(a.shape), to_right.reshape(b.shape)


@house("softmax")
def _softmax(out: Tensor, g: Tensor, x: Tensor, axis: int = -1) -> Tensor:
    return out * (g - (out * g).sum(axis=axis, keepdims=True))


@house("cross_entropy")
def _cross_entropy(
    out: Tensor, g: Tensor, logits: Tensor, targets: Any, reduction: str = "mean"
) -> Tensor:
    labels = np.asarray(targets.data if isinstance(targets, Tensor) else targets)
    one_hot = np.eye(logits.shape[-1], dtype=logits.dtype)[labels.astype(int)]
    difference = logits.softmax(axis=-1) - Tensor(one_hot)
    if reduction == "none":
        return difference * g.reshape(*g.shape, 1)
    return difference * (g / labels.size if reduction == "mean" else g)


def _swap_last(x: Tensor) -> Tensor:
    return x.transpose(*range(x.ndim - 2), x.ndim - 1, x.ndim - 2)


def _normal_pdf(x: Tensor) -> Tensor:
    return (x * x * -0.5).exp() / math.sqrt(2 * math.pi)


def normal_cdf(x: Tensor) -> Tensor:
    """The normal distribution's cdf of each element."""
    density = np.exp(-(x.data**2) / 2) / math.sqrt(2 * math.pi)
    value = (1 + erf(x.data / math.sqrt(2))) / 2
    return _node("normal_cdf", value, lambda g: g * density, x)


def scatter(x: Tensor, index: Any, shape: tuple[int, ...]) -> Tensor:
    """Zeros of a shape, with x's elements added at an index: what getitem's gradient is."""
    value = np.zeros(shape, dtype=x.dtype)
    np.add.at(value, index, x.data)
    return _node("scatter", value, lambda g: g[index], x, index, shape)


def _node(
    name: str, value: np.ndarray, pull: Callable[[np.ndarray], np.ndarray], x: Tensor, *more: Any
) -> Tensor:
    out = Tensor(value, _prev=(x,), _op=name)

    def _backward() -> None:
        if x.requires_grad:
            x.grad = x.grad + pull(out.grad)

    out._backward = _backward
    out._call = (name, (x, *more), {})  # type: ignore[attr-defined]
    return out
