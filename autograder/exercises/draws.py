"""Hypothesis strategies of cases: one function a way of asking.

Hypothesis draws shapes, axes, indices, arguments and an integer seed; NumPy makes the values from
the seed (``st.floats`` would give duplicates, zeros and kinks). Nothing imports this module before
examples are drawn.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from hypothesis import strategies as st

from .drawn import (
    Draw,
    broadcastable,
    dtypes,
    either_way,
    narrower,
    seeds,
    shapes,
    some_axes,
    some_axis,
)
from .drawn_graphs import graphs, questions
from .exercise import Case, Shape
from .indices import indices

FEW = 30  # the most elements whose central differences are worth while

__all__ = ["graphs", "questions"]


def sampled(*values: Any) -> Any:
    """One of a few values."""
    return st.sampled_from(values)


def small(case: Case) -> bool:
    """Whether central differences on every element of the case are quick and worth while."""
    sizes = [leaf.size for leaf in case.leaves] or [math.prod(shape) for shape in case.shapes]
    plain = case.dtype == "float64" and case.probe == "run"
    return plain and sum(sizes) <= FEW and all(sizes)


def _case(draw: Draw, *operands: Shape, args: tuple = (), **kwargs: Any) -> Case:
    """A case of these operands and arguments, its seed and dtype drawn."""
    return Case(operands, args, kwargs, seed=draw(seeds), dtype=draw(dtypes))


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
def pairs(draw: Draw) -> Case:
    """Two operands that broadcast with each other; now and then one of them is a constant."""
    a, b = draw(broadcastable(draw(shapes())))
    operands = (b, a) if draw(st.booleans()) else (a, b)
    flags = draw(st.sampled_from([(), (), (), (True, False), (False, True)]))
    return Case(operands, flags=flags, seed=draw(seeds), dtype=draw(dtypes))


@st.composite
def unbroadcast(draw: Draw) -> Case:
    """A gradient, and a shape that broadcasts to the gradient's."""
    shape = draw(shapes())
    return _case(draw, shape, args=(draw(narrower(shape)),))


@st.composite
def reductions(draw: Draw, over_nothing: bool = True) -> Case:
    """Every form of axis, with and without keepdims; a mean over nothing is nobody's business."""
    shape = draw(shapes())
    axes = [axis for axis, side in enumerate(shape) if side or over_nothing]
    forms = ["all"] * (over_nothing or 0 not in shape) + ["one", "some", "some"] * bool(axes)
    if not forms:
        return _case(draw, (1, *shape), axis=0)
    axis = draw(_axis_of_form(draw(st.sampled_from(forms)), axes, len(shape)))
    kwargs = {"axis": axis, "keepdims": draw(st.booleans())}
    usual = [name for name, value in kwargs.items() if value is None or value is False]
    unsaid = [name for name in usual if draw(st.booleans())]
    return _case(draw, shape, **{k: v for k, v in kwargs.items() if k not in unsaid})


def _axis_of_form(form: str, axes: list[int], rank: int) -> Any:
    """Strategy of the axis argument: for all axes, one of them, or a tuple of some."""
    if form == "all":
        return st.none()
    if form == "one":
        return st.sampled_from(axes).flatmap(lambda axis: either_way(axis, rank))
    return some_axes(axes, rank)


@st.composite
def reshapes(draw: Draw) -> Case:
    """The same elements in another shape: numbers or one tuple, at times with a -1."""
    shape = draw(shapes())
    same = st.permutations(shape) if 0 in shape else _factors(math.prod(shape))
    wanted = list(draw(same))
    spot = draw(st.integers(-1, len(wanted) - 1))
    if spot >= 0 and 0 not in wanted[:spot] + wanted[spot + 1 :]:
        wanted[spot] = -1
    as_tuple = not wanted or draw(st.booleans())
    return _case(draw, shape, args=(tuple(wanted),) if as_tuple else tuple(wanted))


@st.composite
def _factors(draw: Draw, number: int) -> tuple[int, ...]:
    """Up to five sides whose product is the number."""
    sides = []
    for _ in range(draw(st.integers(0, 4))):
        sides.append(draw(st.sampled_from([d for d in range(1, number + 1) if number % d == 0])))
        number //= sides[-1]
    rest = [number] if number != 1 or draw(st.booleans()) else []
    return tuple(draw(st.permutations(sides + rest)))


@st.composite
def transposes(draw: Draw) -> Case:
    """Every order of the axes, each counted from either end; at times none is said."""
    shape = draw(shapes())
    if not shape or draw(st.integers(0, 3)) == 0:
        return _case(draw, shape)
    order = draw(st.permutations(range(len(shape))))
    return _case(draw, shape, args=tuple(draw(either_way(axis, len(shape))) for axis in order))


@st.composite
def broadcasts(draw: Draw) -> Case:
    """A shape and one that it broadcasts to."""
    shape = draw(shapes())
    return _case(draw, draw(narrower(shape)), args=(shape,))


@st.composite
def getitems(draw: Draw) -> Case:
    """An index of any kind."""
    shape = draw(shapes())
    return _case(draw, shape, args=(draw(indices(shape)),))


@st.composite
def cats(draw: Draw) -> Case:
    """One to four tensors that differ along the axis at most."""
    shape = list(draw(shapes(low=1, limit=120)))
    axis = draw(some_axis(len(shape)))
    operands = []
    for side in draw(st.lists(st.integers(0, 5), min_size=1, max_size=4)):
        shape[axis] = side
        operands.append(tuple(shape))
    said = {"axis": axis} if axis or draw(st.booleans()) else {}
    return _case(draw, *operands, **said)


@st.composite
def stacks(draw: Draw) -> Case:
    """One to four tensors of one shape."""
    shape = draw(shapes(high=3, limit=120))
    axis = draw(some_axis(len(shape) + 1))
    said = {"axis": axis} if axis or draw(st.booleans()) else {}
    return _case(draw, *[shape] * draw(st.integers(1, 4)), **said)


@st.composite
def matmuls(draw: Draw) -> Case:
    """NumPy's matmul signature: vectors, matrices, batches that broadcast."""
    n, k, m = draw(shapes(low=3, high=3, limit=200))
    rank = draw(st.sampled_from([0, 1, 1, 2, 2]))
    left, right = draw(broadcastable(draw(shapes(low=rank, high=rank, limit=12))))
    if draw(st.booleans()):
        left, right = right, left
    form = draw(st.sampled_from(["both", "both", "both", "both", "left", "right", "neither"]))
    a = (*left, n, k) if form in ("both", "left") else (k,)
    b = (*right, k, m) if form in ("both", "right") else (k,)
    return _case(draw, a, b)


@st.composite
def softmaxes(draw: Draw) -> Case:
    """Any shape with an axis; the last one need not be said."""
    shape = draw(shapes(low=1))
    axis = draw(some_axis(len(shape)))
    said = {"axis": axis} if axis != -1 or draw(st.booleans()) else {}
    return _case(draw, shape, **said)


@st.composite
def cross_entropies(draw: Draw) -> Case:
    """Logits (..., C), integer targets (...), and a reduction; a mean has something to count."""
    batch, classes = draw(shapes(high=3, limit=60)), draw(st.integers(1, 8))
    forms = ["mean", "sum", "none", None] if math.prod(batch) else ["sum", "none"]
    reduction = draw(st.sampled_from(forms))
    targets = np.random.default_rng(draw(seeds)).integers(0, classes, batch)
    said = {"reduction": reduction} if reduction else {}
    return _case(draw, (*batch, classes), args=(targets,), **said)
