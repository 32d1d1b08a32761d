"""Two of the tools: ``backward`` on graphs made by hand, and ``unbroadcast`` on arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograder.sandbox.program import Step

from .exercise import Case, Exercise, Shape, table

VERB, GRID = (3, 5), (20, 3, 5)  # one verb's scores (person, tense), and all of them


def node(op: str, *operands: int, args: tuple = (), **kwargs: object) -> Step:
    """A node made by hand."""
    return Step(f"hand.{op}", operands, args, kwargs)


def graph(name: str, *steps: Step, shapes: tuple[Shape, ...] = (VERB,), **more: Any) -> Case:
    """A case of hand-made nodes; value 0 is the first leaf."""
    return Case(shapes, steps=steps, name=name, **more)


# a = x**2, b = 4a, out = a + b: a wrong order, or a node visited twice, gives other numbers.
SHORT_CUT = (node("square", 0), node("scale", 1, args=(4.0,)), node("add", 1, 2))
OTHER_WAY = (*SHORT_CUT[:2], node("add", 2, 1))
LONG_WAY = (*SHORT_CUT[:2], node("sin", 2), node("mul", 3, 1), node("add", 4, 0))
TWO_LEAVES = (node("mul", 0, 1), node("tanh", 2), node("add", 3, 0), node("mul", 4, 1))
TO_ONE = (node("exp", 0), node("mul", 1, 0), node("sum", 2))
# Six uses of one leaf, added up two at a time.
FAN_OUT = (
    *(node("scale", 0, args=(float(i),)) for i in range(1, 7)),
    *(node("add", 1 if i == 2 else i + 4, i) for i in range(2, 7)),
)
NOWHERE = (node("square", 0), node("exp", 0), node("scale", 1, args=(4.0,)))
BESIDE_A_CONSTANT = (node("square", 1), node("exp", 2), node("mul", 3, 0))
DEEP = node("chain", 0, args=(10_000, 1.0001))


def _ladder(rungs: int) -> tuple[Step, ...]:
    """Each rung uses the one below twice: 2**rungs paths, but one visit a node."""
    below = range(0, 2 * rungs, 2)
    pairs = [(node("scale", i, args=(0.5,)), node("add", i, i + 1)) for i in below]
    return tuple(step for pair in pairs for step in pair)


def _each(name: str, probes: str, *steps: Step, **more: Any) -> tuple[Case, ...]:
    """One graph, several probes."""
    return tuple(graph(f"{name}: {p}", *steps, probe=p, **more) for p in probes.split())


def _refused(name: str, **more: Any) -> Case:
    return graph(name, *SHORT_CUT, refused=True, **more)


BACKWARD = Exercise(
    "backward",
    torch=None,
    draws=lambda d: d.graphs(),
    picked=(
        graph("a chain", node("square", 0), node("scale", 1, args=(4.0,))),
        graph("a short cut", *SHORT_CUT),
        graph("a short cut, the other way round", *OTHER_WAY),
        graph("a long way and two short cuts", *LONG_WAY),
        graph("two leaves", *TWO_LEAVES, shapes=(VERB, VERB)),
        graph("x + x", node("add", 0, 0)),
        graph("down to one number", *TO_ONE),
        graph("the verb grid", *SHORT_CUT, shapes=(GRID,)),
        graph("two shapes that broadcast", *TWO_LEAVES, shapes=(VERB, (5,))),
    ),
    edges=(
        graph("a scalar, no gradient given", *SHORT_CUT, shapes=((),), probe="bare"),
        graph("one element, no gradient given", *SHORT_CUT, shapes=((1, 1),), probe="bare"),
        graph("a sum, no gradient given", *TO_ONE, probe="bare"),
        graph("a float32 sum, no gradient given", *TO_ONE, probe="bare", dtype="float32"),
        graph("float32", *SHORT_CUT, dtype="float32"),
        graph("no elements", *SHORT_CUT, shapes=((0, 3),)),
        graph("a gradient given as a list", *SHORT_CUT, options={"gradient": "list"}),
        graph("a gradient given as a Tensor", *SHORT_CUT, options={"gradient": "tensor"}),
        graph("a scalar's gradient as a Tensor", *TO_ONE, options={"gradient": "tensor"}),
        graph("a leaf itself", shapes=(VERB,)),
        graph("a chain of 10,000 nodes", DEEP, shapes=((2,),)),
        _refused("several elements, no gradient given", probe="bare"),
        _refused("two elements, no gradient given", shapes=((2,),), probe="bare"),
        _refused("a row for two rows", shapes=((2, 3),), upstream=np.array([1.0, -1.0, 2.0])),
        _refused("a number for two rows", shapes=((2, 3),), upstream=np.array(1.0)),
        _refused("an output that requires no grad", flags=(False,), upstream=np.ones(VERB)),
    ),
    graphs=(
        *_each("a short cut", "nodes twice again stale mutation alias death", *SHORT_CUT),
        *_each("a long way", "nodes twice", *LONG_WAY),
        *_each("two leaves", "nodes alias", *TWO_LEAVES, shapes=(VERB, VERB)),
        *_each("x + y", "alias", node("add", 0, 1), shapes=(VERB, VERB)),
        *_each("x + a row", "alias", node("add", 0, 1), shapes=(VERB, (1, 5))),
        *_each("a leaf itself", "twice stale"),
        *_each("fan-out", "nodes twice", *FAN_OUT),
        *_each("a ladder", "nodes twice", *_ladder(8), shapes=((2,),)),
        *_each("down to one number", "nodes twice", *TO_ONE),
        *_each("a node that leads nowhere", "nodes", *NOWHERE),
        *_each("a constant", "run nodes", *TWO_LEAVES, shapes=(VERB,) * 2, flags=(True, False)),
        *_each("the other constant", "nodes", *TWO_LEAVES, shapes=(VERB,) * 2, flags=(False, True)),
        *_each(
            "a branch of constants",
            "nodes",
            *BESIDE_A_CONSTANT,
            shapes=(VERB, VERB),
            flags=(True, False),
        ),
    ),
    points=7,
)


def _unbroadcast(grad: Shape, shape: Shape, name: str = "", **more: Any) -> Case:
    return Case((grad,), (shape,), name=name, **more)


UNBROADCAST = Exercise(
    "unbroadcast",
    torch=lambda t, grad, shape: grad.sum_to_size(t.Size(shape)),
    draws=lambda d: d.unbroadcast(),
    picked=(
        _unbroadcast(VERB, (5,)),
        _unbroadcast(VERB, (3, 1)),
        _unbroadcast(VERB, (1, 5)),
        _unbroadcast(GRID, VERB),
        _unbroadcast(GRID, (20, 1, 5)),
        _unbroadcast(GRID, (5,)),
        _unbroadcast((4, 4), (4,)),
        _unbroadcast((4, 4), (4, 1)),
    ),
    edges=(
        _unbroadcast(VERB, VERB, "nothing to sum"),
        _unbroadcast((), (), "a scalar, nothing to sum"),
        _unbroadcast(VERB, (), "down to a scalar"),
        _unbroadcast(VERB, (1, 1), "down to one element"),
        _unbroadcast(VERB, (1,), "down to one element of rank 1"),
        _unbroadcast((20, 3, 5), (3, 1), "an added axis and a stretched one"),
        _unbroadcast((2, 3, 4, 5), (3, 1, 1), "an added axis and two stretched ones"),
        _unbroadcast((2, 3, 4, 5), (1, 3, 1, 5), "two stretched axes apart"),
        _unbroadcast((1, 1), (1,), "an added axis of length 1"),
        _unbroadcast((1, 3), (1, 3), "an axis of length 1 on both sides"),
        _unbroadcast((1, 1, 3), (1, 1), "added, kept and stretched"),
        _unbroadcast((0, 3), (1, 3), "an axis stretched to length 0"),
        _unbroadcast((0, 3), (3,), "an added axis of length 0"),
        _unbroadcast((3, 0), (3, 1), "a sum over nothing"),
        _unbroadcast((3, 0), (0,), "an axis of length 0 that stays"),
        _unbroadcast(VERB, (5,), "float32", dtype="float32"),
        _unbroadcast(VERB, (3, 1), "float32, a stretched axis", dtype="float32"),
        _unbroadcast(VERB, (), "float32, down to a scalar", dtype="float32"),
    ),
    graphs=(
        *(
            _unbroadcast(grad, shape, f"what it was given, {grad} to {shape}", probe="mutation")
            for grad, shape in [(VERB, (5,)), (VERB, (3, 1)), (VERB, VERB), (GRID, (1, 1, 5))]
        ),
        _unbroadcast(VERB, (5,), "a second time", probe="again"),
    ),
    gradient=False,
    points=4,
)

TOOLS = table([BACKWARD, UNBROADCAST])
