"""Hypothesis strategies of graphs of hand-made nodes: for ``backward`` and for ``gradcheck``."""

from __future__ import annotations

import math
from typing import Any

from hypothesis import strategies as st

from .drawn import Draw, narrower, seeds, shapes
from .exercise import Case, Shape
from .tools import node


@st.composite
def graphs(draw: Draw) -> Case:
    """A graph on up to three leaves that broadcast with one another."""
    shape = draw(shapes(high=3, limit=40))
    leaves = [shape, *draw(st.lists(narrower(shape), max_size=2))]
    flags = [True, *(draw(st.booleans()) for _ in leaves[1:])]
    steps = []
    for number in range(len(leaves), len(leaves) + draw(st.integers(1, 8))):
        steps.append(draw(_nodes(number)))
    steps.append(node("add", len(leaves) + len(steps) - 1, 0))  # the output needs a grad
    return Case(
        tuple(leaves),
        steps=tuple(steps),
        flags=tuple(flags),
        seed=draw(seeds),
        probe=draw(st.sampled_from(["run", "run", "run", "nodes", "twice"])),
    )


@st.composite
def _nodes(draw: Draw, number: int) -> Any:
    """A node on any of the values before ``number``; none makes values grow much."""
    op = draw(st.sampled_from(["add", "mul", "tanh", "sin", "scale"]))
    count = 2 if op in ("add", "mul") else 1
    operands = [draw(st.integers(0, number - 1)) for _ in range(count)]
    args = (draw(st.sampled_from([-1.0, 0.5, 2.0])),) if op == "scale" else ()
    return node(op, *operands, args=args)


# Slips that gradcheck must not pass: (slip, amount). Those that scale a gradient can hide behind a
# small upstream gradient, so they are asked of several elements; the others add up to 1e-3 or more.
SCALED = [("factor", 2.0), ("factor", 0.5), ("factor", -1.0), ("factor", 1.1), ("zero", 0.0)]
ADDED = [("offset", 1e-3), ("offset", -1e-2), ("one", 1e-2), ("one", -1e-3), ("nan", 0.0)]
# Far below the tolerance of 1e-4, even if twelve of them are added up; far above roundoff.
FORGIVEN = ("offset", 4e-6)
SEVERAL = 4


@st.composite
def questions(draw: Draw) -> Case:
    """A function for gradcheck: its gradient right, wrong in a known way, or wrong within atol."""
    leaves, op = draw(_functions())
    out = (leaves[0][0], leaves[1][1]) if op == "matmul" else leaves[0]
    summed = draw(st.booleans())
    scaled = SCALED if math.prod(out) >= SEVERAL and not summed else []
    slip, amount = draw(st.sampled_from([("", 0.0)] * 4 + [FORGIVEN] + ADDED + scaled))
    slipped = draw(st.integers(0, len(leaves) - 1))
    kwargs = {"slip": slip, "amount": amount, "slipped": slipped} if slip else {}
    single = len(leaves) == 1 and draw(st.booleans())
    return Case(
        leaves,
        steps=(node(op, *range(len(leaves)), **kwargs),) + (node("sum", len(leaves)),) * summed,
        seed=draw(seeds),
        probe="gradcheck",
        options={"single": single, "stale": draw(st.booleans())},
        verdict=not slip or (slip, amount) == FORGIVEN,
    )


@st.composite
def _functions(draw: Draw) -> tuple[tuple[Shape, ...], str]:
    """The inputs' shapes, and the op that makes one output of them."""
    op = draw(st.sampled_from(["square", "exp", "tanh", "sin", "cube", "mul", "add", "matmul"]))
    if op == "matmul":
        n, k, m = (draw(st.integers(1, 4)) for _ in range(3))
        return ((n, k), (k, m)), op
    shape = draw(shapes(high=3, shortest=1, limit=12))
    return ((shape, draw(narrower(shape))) if op in ("mul", "add") else (shape,)), op
