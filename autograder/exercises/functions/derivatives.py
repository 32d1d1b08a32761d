"""Notebook 03's functions: the numerical derivative, and its error against the step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from autograder.sandbox import given
from autograder.verdict import Example

from .function import Arrays, Function, Mistake, Question, argument, asked, handed

NOTEBOOK = "03-gradcheck"
ARRAYS = ("np.exp", "np.tanh", "np.sin", "lambda x: x**2", "lambda x: x**3")
TENSORS = ("Tensor.exp", "Tensor.tanh", "Tensor.gelu", "lambda t: t**3")
ROUNDINGS = 16  # that an answer's last digit may be off by, for formulas that differ in order


def quotient(f: Callable[..., Any], x: np.ndarray, eps: float, central: bool) -> np.ndarray:
    """The difference quotient, in the dtype of x."""
    if central:
        return np.asarray((f(x + eps) - f(x - eps)) / (2 * eps))
    return np.asarray((f(x + eps) - f(x)) / eps)


# numerical_derivative


def _derivative(
    text: str, x: np.ndarray, eps: Any, central: bool | None = None, name: str = "", **more: Any
) -> Example:
    """A call and what it gives; the subtraction and the division leave roundoff."""
    f, step = given.function(text, {}), float(np.asarray(given.build(eps)))
    expected = quotient(f, x, step, central is not False)
    size = float(np.abs(f(np.abs(x) + step)).max(initial=1.0))
    unit = float(np.finfo(x.dtype).eps)
    return asked(
        "numerical_derivative",
        {"f": handed(text), "x": x, "eps": eps},
        "array",
        {"result": expected},
        name=name,
        kwargs={} if central is None else {"central": central},
        within=(ROUNDINGS * unit, ROUNDINGS * unit * size / step),
        **more,
    )


def _derivative_edges() -> Iterator[Example]:
    one, cube = np.array([1.0]), "lambda x: x**3"
    single = np.array([0.5, -1.0], dtype=np.float32)
    yield _derivative(cube, one, 0.1, name="the example of its docstring")
    yield _derivative(cube, one, 0.1, False, name="the same, forward")
    yield _derivative("np.exp", np.array(0.5), 1e-3, name="x of shape ()")
    yield _derivative("np.tanh", np.zeros((0, 3)), 1e-3, name="no elements")
    yield _derivative("np.sin", np.array([[0.1, 0.2]]), 1, False, name="a step of 1, an int")
    yield _derivative("np.exp", single, 0.05, name="float32")
    numpy_step = {"number": np.array(0.05)}
    yield _derivative("np.exp", single, numpy_step, name="float32, the step a NumPy number")
    yield _derivative("np.exp", np.array([0.5, 1.0]), 1e-3, name="x afterwards", views=("after",))
    yield _derivative("np.exp", np.array([-3.0, 3.0]), 1e-4, name="values of different sizes")


def _drawn_derivatives() -> Any:
    from hypothesis import strategies as st

    from ..drawn import seeds, shapes

    @st.composite
    def calls(draw: Any) -> Question:
        text = draw(st.sampled_from(ARRAYS))
        single = draw(st.integers(0, 9)) == 0
        finest = 2.0 if single else 4.0
        eps = float(f"{10 ** -draw(st.floats(0.3, finest)):.2g}")
        values = np.random.default_rng(draw(seeds)).uniform(-2, 2, draw(shapes(high=3, limit=60)))
        x = values.astype(np.float32 if single else np.float64)
        return Question(_derivative(text, x, eps, draw(st.sampled_from([None, True, False]))))

    return calls()


def _instead(
    formula: Callable[[Callable[..., Any], np.ndarray, float, bool], Any],
) -> Callable[[Example], Arrays]:
    """What another formula would give."""

    def predicts(example: Example) -> Arrays:
        f = given.build(argument(example, "f"))
        step = float(np.asarray(given.build(argument(example, "eps"))))
        central = argument(example, "central") is not False
        return {"result": np.asarray(formula(f, argument(example, "x"), step, central))}

    return predicts


_DERIVATIVE_MISTAKES = (
    Mistake(
        "forward-for-central",
        "The numbers are those of a step forward, also where both sides were asked for.",
        "The parameter central chooses between two formulas; True is the two-sided one.",
        _instead(lambda f, x, h, central: quotient(f, x, h, False)),
    ),
    Mistake(
        "central-for-forward",
        "The numbers are those of steps to both sides, also where central is False.",
        "The parameter central chooses between two formulas; False is the step forward.",
        _instead(lambda f, x, h, central: quotient(f, x, h, True)),
    ),
    Mistake(
        "divided-by-one-step",
        "The two-sided quotients are twice what they should be.",
        "How far apart are the two points at which f was asked?",
        _instead(lambda f, x, h, central: quotient(f, x, h, central) * (2 if central else 1)),
    ),
    Mistake(
        "times-one-step",
        "The two-sided quotients come out as if multiplied by the step twice over.",
        "In what order does Python work through a / 2 * b?",
        _instead(lambda f, x, h, central: quotient(f, x, h, central) * (h**2 if central else 1)),
    ),
    Mistake(
        "divided-by-two-steps",
        "The quotients of a step forward are half of what they should be.",
        "How far apart are the two points at which f was asked?",
        _instead(lambda f, x, h, central: quotient(f, x, h, central) * (1 if central else 0.5)),
    ),
    Mistake(
        "sign",
        "Every number has the opposite sign.",
        "Which of the two values is subtracted from which?",
        _instead(lambda f, x, h, central: -quotient(f, x, h, central)),
    ),
    Mistake(
        "not-divided",
        "The numbers are differences; they are not divided by a distance.",
        "A slope is a rise over a run.",
        _instead(lambda f, x, h, central: quotient(f, x, h, central) * (2 * h if central else h)),
    ),
    Mistake(
        "backward-for-forward",
        "The step goes backward, from x - h to x, where it should go forward.",
        "Forward means from x to x + h.",
        _instead(lambda f, x, h, central: quotient(f, x, h if central else -h, central)),
    ),
)

NUMERICAL_DERIVATIVE = Function(
    "numerical_derivative",
    NOTEBOOK,
    parts={"edges": _derivative_edges},
    drawn=_drawn_derivatives,
    mistakes=_DERIVATIVE_MISTAKES,
)
