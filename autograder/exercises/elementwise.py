"""The elementwise ops: one operand (notebook 02), and two that broadcast (notebook 04)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .exercise import Case, Exercise, Shape, table
from .values import Domain, grid, nonzero, positive

VERB, GRID = (3, 5), (20, 3, 5)  # one verb's scores (person, tense), and all of them
_SHAPES: tuple[Shape, ...] = (VERB, GRID, (4,), ())


def _picked(*calls: tuple[tuple, dict]) -> tuple[Case, ...]:
    """Every call on every shape."""
    return tuple(
        Case((shape,), args, kwargs, seed=i)
        for i, shape in enumerate(_SHAPES)
        for args, kwargs in (calls or [((), {})])
    )


def _edge(name: str, *values: float | np.ndarray, args: tuple = (), **kwargs: object) -> Case:
    """A case of given values."""
    leaf = np.asarray(values[0] if isinstance(values[0], np.ndarray) else values, dtype=float)
    return Case(args=args, kwargs=kwargs, leaves=(leaf,), name=name)


def _usual(args: tuple = (), **kwargs: object) -> tuple[Case, ...]:
    """Edges that every elementwise op has: no elements, one element, float32."""
    form = "".join(f"{value} form, " for value in kwargs.values())
    return (
        Case(((0,),), args, kwargs, name=f"{form}no elements"),
        Case(((3, 0, 2),), args, kwargs, name=f"{form}an axis of length 0"),
        _edge(f"{form}one element", np.ones((1, 1)), args=args, **kwargs),
        Case((VERB,), args, kwargs, dtype="float32", name=f"{form}float32"),
        Case(((),), args, kwargs, dtype="float32", name=f"{form}a float32 scalar"),
    )


def _power_domain(case: Case) -> tuple[Domain, ...]:
    """Fractional exponents need a positive base; whole ones take either sign."""
    return (nonzero if float(case.args[0]).is_integer() else positive,)


_EXPONENTS = (2, 3, 0.5, -1, 1, -0.5, 1.5, 0, -2, 2.0, 4, 2.5, 1 / 3)

UNARY = table(
    [
        Exercise(
            "neg",
            torch=lambda t, x: -x,
            draws=lambda d: d.unary(),
            picked=_picked(),
            edges=(*_usual(), _edge("zeros", 0.0, 0.0), _edge("large", -1e3, 1e3)),
            points=1,
        ),
        Exercise(
            "exp",
            torch=lambda t, x: t.exp(x),
            draws=lambda d: d.unary(),
            picked=_picked(),
            edges=(
                *_usual(),
                _edge("zeros", 0.0, 0.0),
                _edge("far from zero", -100.0, 50.0, 300.0),
            ),
        ),
        Exercise(
            "log",
            torch=lambda t, x: t.log(x),
            draws=lambda d: d.unary(),
            picked=_picked(),
            domains=(positive,),
            edges=(
                *_usual(),
                _edge("ones", 1.0, 1.0),
                _edge("tiny and huge", 1e-30, 1e30),
                replace(_edge("zero and a negative number", 0.0, -1.0), probe="no_grad"),
            ),
        ),
        Exercise(
            "tanh",
            torch=lambda t, x: t.tanh(x),
            draws=lambda d: d.unary(),
            picked=_picked(),
            edges=(*_usual(), _edge("zeros", 0.0, 0.0), _edge("saturated", -1e3, -20.0, 20.0, 1e3)),
        ),
        Exercise(
            "relu",
            torch=lambda t, x: t.relu(x),
            draws=lambda d: d.unary(),
            picked=_picked(),
            domains=(nonzero,),
            edges=(
                *_usual(),
                _edge("at zero", 0.0),
                _edge("around zero", -1e-9, 0.0, 1e-9),
                _edge("all negative", -3.0, -2.0, -1.0),
                _edge("large", -1e3, 1e3),
                _edge("all zeros", np.zeros(VERB)),
                _edge("the verb grid, zero first", grid(*VERB)),
            ),
        ),
        Exercise(
            "pow",
            torch=lambda t, x, exponent: t.pow(x, exponent),
            draws=lambda d: d.unary(args=d.sampled(*_EXPONENTS)),
            picked=_picked(((2,), {}), ((3,), {}), ((-1,), {}), ((0.5,), {})),
            domains=_power_domain,
            edges=(
                *_usual((3,)),
                _edge("a negative base", -2.0, -1.5, args=(3,)),
                _edge("a negative base and exponent", -2.0, -1.5, args=(-2,)),
                _edge("zero squared", 0.0, 1.0, args=(2,)),
                _edge("exponent 1 at zero", 0.0, 1.0, args=(1,)),
                _edge("exponent 0", -2.0, 3.0, args=(0,)),
                _edge("exponent 0 at zero", 0.0, 2.0, args=(0,)),
                _edge("a square root at zero", 0.0, 4.0, args=(0.5,)),
                _edge("a square root of a negative number", -1.0, 4.0, args=(0.5,)),
                _edge("exponent by name", 2.0, 3.0, exponent=3),
            ),
        ),
        Exercise(
            "gelu",
            torch=lambda t, x, approximate="none": t.nn.functional.gelu(x, approximate=approximate),
            draws=lambda d: d.unary(approximate=d.sampled("none", "tanh")),
            picked=_picked(((), {}), ((), {"approximate": "tanh"})),
            edges=(
                *_usual(),
                *_usual(approximate="tanh"),
                _edge("at zero", 0.0),
                _edge("where the two forms differ most", -2.2, 2.2),
                _edge("approximate='none' said", -2.2, 2.2, approximate="none"),
                _edge("tanh form at zero", 0.0, approximate="tanh"),
                _edge("far from zero", -50.0, 50.0),
                _edge("tanh form far from zero", -50.0, 50.0, approximate="tanh"),
                Case(((2, 3),), ("tanh",), name="tanh form by position"),
                Case(((2,),), ("sigmoid",), name="a form that nobody knows", refused=True),
            ),
            points=4,
        ),
    ]
)
