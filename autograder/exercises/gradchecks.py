"""The student's own ``gradcheck``: judged by what it accepts and what it refuses.

The functions are nodes made by hand; a *slip* makes their gradient wrong in a known way.
"""

from __future__ import annotations

from typing import Any

from autograder.sandbox.program import Step

from .exercise import Case, Exercise
from .tools import VERB, node
from .values import nonzero


def _ask(name: str, *steps: Step, shapes: tuple = (VERB,), right: bool, **more: Any) -> Case:
    """``gradcheck`` of the steps; its options, and ``call`` for its own keyword arguments."""
    known = {key: more.pop(key) for key in ("single", "listed", "stale", "call") if key in more}
    return Case(
        shapes, steps=steps, name=name, probe="gradcheck", options=known, verdict=right, **more
    )


def _right(name: str, *steps: Step, **more: Any) -> Case:
    return _ask(name, *steps, right=True, **more)


def _wrong(name: str, op: str, slip: str, amount: float = 0.0, **more: Any) -> Case:
    """One op of one or two inputs with a slip in the gradient of the first (or ``slipped``)."""
    shapes = more.pop("shapes", (VERB,))
    kwargs = {"slip": slip, "amount": amount, "slipped": more.pop("slipped", 0)}
    right = more.pop("right", False)
    step = node(op, *range(len(shapes)), **kwargs)
    return _ask(name, step, *more.pop("then", ()), shapes=shapes, right=right, **more)


PAIR = (VERB, VERB)
SUM = (node("sum", 1),)
SUM_OF_TWO = (node("sum", 2),)

GRADCHECK = Exercise(
    "gradcheck",
    torch=None,
    draws=lambda d: d.questions(),
    picked=(
        _right("x**2", node("square", 0)),
        _right("exp, one Tensor", node("exp", 0), single=True),
        _right("tanh of x**2", node("square", 0), node("tanh", 1)),
        _right("x * y", node("mul", 0, 1), shapes=PAIR),
        _right("a matrix product", node("matmul", 0, 1), shapes=(VERB, (5, 2))),
        _right("a scalar", node("square", 0), *SUM),
        _right("softmax", node("softmax", 0)),
        _wrong("a factor of 2", "square", "factor", 2.0),
        _wrong("a sign", "exp", "factor", -1.0),
        _wrong("the upstream ignored", "square", "upstream_ignored"),
        _wrong("a gradient of zeros", "tanh", "zero"),
    ),
    domains=(nonzero,),
    edges=(
        _wrong("a factor of 1.1", "sin", "factor", 1.1),
        _wrong("a half", "cube", "factor", 0.5),
        _wrong("1e-3 too much", "tanh", "offset", 1e-3),
        _wrong("1e-3 too little", "tanh", "offset", -1e-3),
        _wrong("2e-5 too much, below atol", "tanh", "offset", 2e-5, right=True),
        _wrong("2e-5 too little, below atol", "tanh", "offset", -2e-5, right=True),
        _wrong("one element wrong", "exp", "one", 1e-2),
        _wrong("one element wrong, too small", "exp", "one", -1e-2),
        _wrong("one element wrong, a scalar", "exp", "one", 1e-2, then=SUM),
        _wrong("not a number", "exp", "nan"),
        _wrong("wrong in the second input alone", "mul", "factor", 2.0, shapes=PAIR, slipped=1),
        _wrong("wrong in the first input alone", "mul", "factor", 2.0, shapes=PAIR),
        _wrong(
            "one element of the second input",
            "mul",
            "one",
            1e-2,
            shapes=PAIR,
            slipped=1,
            then=SUM_OF_TWO,
        ),
        _wrong("softmax, whose derivative of the sum is zero", "softmax", "zero"),
        _wrong("softmax, upstream ignored", "softmax", "upstream_ignored"),
        _right("x**3", node("cube", 0)),
        _right("a number", node("square", 0), shapes=((),)),
        _right("one element", node("exp", 0), shapes=((1, 1),), single=True),
        _right("inputs in a list", node("mul", 0, 1), shapes=PAIR, listed=True),
        _right("inputs that broadcast", node("mul", 0, 1), shapes=(VERB, (5,))),
        _right("three inputs", node("mul", 0, 1), node("add", 3, 2), shapes=(VERB,) * 3),
        _right("an input that is a constant", node("mul", 0, 1), shapes=PAIR, flags=(True, False)),
        _right(
            "the first input is a constant", node("mul", 0, 1), shapes=PAIR, flags=(False, True)
        ),
        _right("eps=1e-3, where a step forward is not enough", node("cube", 0), call={"eps": 1e-3}),
        _ask("eps=0.5, too coarse", node("exp", 0), right=False, call={"eps": 0.5}),
        _wrong("1e-3 too much, atol=1e-2", "tanh", "offset", 1e-3, right=True, call={"atol": 1e-2}),
        _wrong("2e-5 too much, atol=1e-6", "tanh", "offset", 2e-5, call={"atol": 1e-6}),
        _ask(
            "a large gradient, 5e-3 too much",
            node("scale", 0, args=(1000.0,), slip="offset", amount=5e-3),
            right=False,
        ),
        _right("a large gradient", node("scale", 0, args=(1000.0,))),
    ),
    graphs=(
        _right("grads of before", node("square", 0), stale=True),
        _right("grads of before, two inputs", node("mul", 0, 1), shapes=PAIR, stale=True),
        _wrong("grads of before, and a sign", "exp", "factor", -1.0, stale=True),
        _wrong("grads of before, one element wrong", "exp", "one", 1e-2, stale=True),
        _right("x used twice", node("square", 0), node("mul", 1, 0)),
        _right("the verb grid", node("tanh", 0), shapes=((4, 3, 5),)),
    ),
    gradient=False,
    points=6,
)
