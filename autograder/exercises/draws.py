"""Hypothesis strategies of cases: shapes, axes, indices, arguments and an integer seed.

NumPy makes the values from the seed (``st.floats`` would give duplicates, zeros and kinks). Among
the exercises these modules alone import Hypothesis.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from .exercise import Case, Shape
from .tools import node

RANK = 4  # the highest rank drawn
SIDE = 8  # the longest side drawn
ELEMENTS = 500  # the most elements of one operand: examples stay quick and can be shown
FEW = 30  # the most elements whose central differences are worth while

Draw = Callable[[Any], Any]
seeds = st.integers(0, 2**16)
dtypes = st.sampled_from(["float64"] * 9 + ["float32"])


def sampled(*values: Any) -> Any:
    """One of a few values."""
    return st.sampled_from(values)


def shapes(low: int = 0, high: int = RANK, shortest: int = 0, limit: int = ELEMENTS) -> Any:
    """Shapes of rank ``low`` to ``high``."""
    sides = st.lists(st.integers(shortest, SIDE), min_size=low, max_size=high)
    return sides.map(tuple).filter(lambda shape: math.prod(shape) <= limit)


@st.composite
def narrower(draw: Draw, shape: Shape) -> Shape:
    """A shape that broadcasts to ``shape``: axes dropped in front, others of length 1."""
    kept = shape[draw(st.integers(0, len(shape))) :]
    return tuple(draw(st.sampled_from([side, side, 1])) for side in kept)


def small(case: Case) -> bool:
    """Whether central differences on every element of the case are quick and worth while."""
    sizes = [math.prod(shape) for shape in case.shapes]
    plain = case.dtype == "float64" and case.probe == "run"
    return plain and sum(sizes) <= FEW and all(sizes)


def unary(args: Any = None, **kwargs: Any) -> Any:
    """Cases of one operand of any shape; ``args`` and ``kwargs`` are strategies."""
    return st.builds(
        Case,
        shapes=st.tuples(shapes()),
        args=st.just(()) if args is None else st.tuples(args),
        kwargs=st.fixed_dictionaries({}, optional=kwargs),
        seed=seeds,
        dtype=dtypes,
    )


@st.composite
def unbroadcast(draw: Draw) -> Case:
    """A gradient, and a shape that broadcasts to the gradient's."""
    shape = draw(shapes())
    return Case((shape,), (draw(narrower(shape)),), seed=draw(seeds), dtype=draw(dtypes))


@st.composite
def graphs(draw: Draw) -> Case:
    """A graph of hand-made nodes on up to three leaves that broadcast with one another."""
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
