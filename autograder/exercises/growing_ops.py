"""How a growing program takes one more op: which operands and arguments fit it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import strategies as st

from .drawn import either_way, narrower, some_axes, some_axis
from .exercise import Shape
from .growing import ELEMENTS, Growing
from .indices import indices


def _plain(op: str, fits: Callable[[np.ndarray], bool] = lambda x: True) -> Any:
    def append(g: Growing) -> None:
        x = g.any()
        if fits(g.values[x]):
            g.step(op, x)

    return append


def _pow(g: Growing) -> None:
    x = g.any()
    size = np.abs(g.values[x])
    exponents: list[float] = [2, 3, 1]
    if g.values[x].min() > 0.3:
        exponents += [0.5, -1, 1.5, -0.5]
    elif size.min() > 0.3:
        exponents += [-1, -2]
    g.step("pow", x, args=(g.draw(st.sampled_from(exponents)),))


def _gelu(g: Growing) -> None:
    said = {"approximate": "tanh"} if g.draw(st.booleans()) else {}
    g.step("gelu", g.any(), **said)


def _broadcast_together(a: Shape, b: Shape) -> bool:
    try:
        return math.prod(np.broadcast_shapes(a, b)) <= ELEMENTS
    except ValueError:
        return False


def _pair(op: str) -> Any:
    def append(g: Growing) -> None:
        a = g.any()
        shape = g.values[a].shape
        b = g.partner(lambda other: _broadcast_together(shape, other), narrower(shape))
        if g.draw(st.booleans()):
            a, b = b, a
        if op != "div" or np.abs(g.values[b]).min() > 0.3:
            g.step(op, a, b)

    return append


def _reduce(op: str) -> Any:
    def append(g: Growing) -> None:
        x = g.any()
        rank = g.values[x].ndim
        forms = [st.none()]
        if rank:
            forms += [some_axis(rank), some_axes(list(range(rank)), rank)]
        g.step(op, x, axis=g.draw(st.one_of(forms)), keepdims=g.draw(st.booleans()))

    return append


def _reshape(g: Growing) -> None:
    x = g.any()
    size = g.values[x].size
    side = g.draw(st.sampled_from([d for d in range(1, size + 1) if size % d == 0]))
    rest = g.draw(st.sampled_from([size // side, -1]))
    g.step("reshape", x, args=g.draw(st.sampled_from([(side, rest), (rest, side), (-1,)])))


def _transpose(g: Growing) -> None:
    x = g.any()
    rank = g.values[x].ndim
    order = g.draw(st.permutations(range(rank))) if rank and g.draw(st.booleans()) else []
    g.step("transpose", x, args=tuple(g.draw(either_way(axis, rank)) for axis in order))


def _broadcast_to(g: Growing) -> None:
    x = g.any()
    kept = [s if s > 1 else g.draw(st.integers(1, 3)) for s in g.values[x].shape]
    added = g.draw(st.lists(st.integers(1, 3), max_size=1)) if len(kept) < 4 else []
    g.step("broadcast_to", x, args=((*added, *kept),))


def _getitem(g: Growing) -> None:
    x = g.any()
    g.step("getitem", x, args=(g.draw(indices(g.values[x].shape)),))


def _join(op: str) -> Any:
    def append(g: Growing) -> None:
        x = g.any()
        shape = g.values[x].shape
        ranks = len(shape) + (op == "stack")
        if not 0 < ranks <= 4:
            return
        others = [
            g.partner(lambda other: other == shape, st.just(shape))
            for _ in range(g.draw(st.integers(0, 2)))
        ]
        g.step(op, *g.draw(st.permutations([x, *others])), axis=g.draw(some_axis(ranks)))

    return append


def _matmul(g: Growing) -> None:
    a = g.any()
    shape = g.values[a].shape
    if not shape:
        return
    wanted = st.integers(1, 4).flatmap(lambda m: st.sampled_from([(shape[-1], m), (shape[-1],)]))
    b = g.partner(lambda other: _multiply(shape, other), wanted)
    g.step("matmul", a, b)


def _multiply(a: Shape, b: Shape) -> bool:
    """Whether two shapes can be multiplied, with batches that broadcast."""
    if not b:
        return False
    inner = b[0] if len(b) == 1 else b[-2]
    return a[-1] == inner and _broadcast_together(a[:-2], b[:-2])


def _softmax(g: Growing) -> None:
    x = g.any()
    if g.values[x].ndim:
        g.step("softmax", x, axis=g.draw(some_axis(g.values[x].ndim)))


def _cross_entropy(g: Growing) -> None:
    x = g.any()
    shape = g.values[x].shape
    if shape:
        targets = g.rng.integers(0, shape[-1], shape[:-1])
        said = {"reduction": g.draw(st.sampled_from(["mean", "sum", "none"]))}
        g.step("cross_entropy", x, args=(targets,), **said)


APPEND: dict[str, Callable[[Growing], None]] = {
    "neg": _plain("neg"),
    "exp": _plain("exp", lambda x: x.max() < 3),
    "log": _plain("log", lambda x: x.min() > 0.2),
    "tanh": _plain("tanh"),
    "relu": _plain("relu", lambda x: np.abs(x).min() > 1e-2),
    "pow": _pow,
    "gelu": _gelu,
    "add": _pair("add"),
    "sub": _pair("sub"),
    "mul": _pair("mul"),
    "div": _pair("div"),
    "sum": _reduce("sum"),
    "mean": _reduce("mean"),
    "reshape": _reshape,
    "transpose": _transpose,
    "broadcast_to": _broadcast_to,
    "getitem": _getitem,
    "cat": _join("cat"),
    "stack": _join("stack"),
    "matmul": _matmul,
    "softmax": _softmax,
    "cross_entropy": _cross_entropy,
}
