"""Notebook 10's Hessian-vector product and Newton step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from autograder.sandbox import given
from autograder.verdict import Example

from .function import Arrays, Function, Mistake, Question, asked, handed
from .rules import NOTEBOOK

GRADCHECK = ("autograder.gradcheck",)  # ``autograder.grad`` lives there
CLOSE = (1e-9, 1e-10)
SOLVED = (1e-7, 1e-8)  # a linear system in between loses digits
Free = dict[str, np.ndarray]


def _derivatives(text: str, x: np.ndarray, free: Free) -> tuple[np.ndarray, np.ndarray]:
    """Gradient (n,) and Hessian (n, n) at x, flat, by PyTorch."""
    import torch

    f = given.function(text, free, torch.tensor)
    leaf = torch.tensor(x, requires_grad=True)
    (slope,) = torch.autograd.grad(f(leaf), leaf)
    bend = torch.autograd.functional.hessian(f, torch.tensor(x))
    return slope.numpy().ravel(), bend.numpy().reshape(x.size, x.size)


# hvp


def _product(
    text: str, x: np.ndarray, v: np.ndarray, name: str = "", views: Any = (), **free: np.ndarray
) -> Example:
    slope, bend = _derivatives(text, x, free)
    hints = {
        "slope": slope.reshape(x.shape),
        "diagonal": (np.diag(bend) * v.ravel()).reshape(x.shape),
        "row sums": bend.sum(axis=1).reshape(x.shape),
        "gradient times v": (slope * v.ravel()).reshape(x.shape),
    }
    return asked(
        "hvp",
        {"f": handed(text, **free), "x": x, "v": v},
        "array",
        {"result": (bend @ v.ravel()).reshape(x.shape)},
        name=name,
        views=views,
        within=CLOSE,
        hints=hints,
    )


def _product_edges() -> Iterator[Example]:
    two, ones = np.array([1.0, 2.0]), np.ones(2)
    cubes = "lambda t: (t * t * t).sum()"
    yield _product(cubes, two, ones, "the example of its docstring")
    yield _product(cubes, two, np.array([1.0, -3.0]), "another v")
    mixed = "lambda t: t[0] * t[0] * t[1]"
    yield _product(mixed, np.array([1.0, 3.0]), np.array([1.0, 0.0]), "a function that mixes")
    a = np.array([[1.0, 2.0], [0.0, 3.0]])
    yield _product("lambda t: ((t @ a) * t).sum()", two, np.array([1.0, 0.5]), "quadratic", a=a)
    yield _product("lambda t: t.sum().tanh()", np.array(0.3), np.array(2.0), "x of shape ()")
    grid = np.linspace(-1, 1, 6).reshape(2, 3)
    yield _product("lambda t: t.sum().tanh()", grid, grid + 0.5, "x of shape (2, 3)")
    yield _product(cubes, two, ones, "x and v afterwards", ("after",))


def _drawn_products() -> Any:
    from hypothesis import strategies as st

    from ..drawn import seeds, shapes

    texts = ("(t.exp() * w)", "(t.tanh() * w)", "(t * t * w)")

    @st.composite
    def calls(draw: Any) -> Question:
        rng = np.random.default_rng(draw(seeds))
        shape = draw(shapes(high=2, shortest=1, limit=12))
        x, v, w = rng.uniform(-1, 1, shape), rng.standard_normal(shape), rng.uniform(1, 2, shape)
        text = draw(st.sampled_from([*texts, "", "matrix"]))
        if text == "matrix":
            n, a = max(x.size, 1), rng.standard_normal((x.size, 3)) / 2
            x, v = x.reshape(n), v.reshape(n)
            return Question(_product("lambda t: (t @ a).exp().sum()", x, v, a=a))
        if not text:
            return Question(_product("lambda t: t.sum().tanh()", x, v))
        return Question(_product(f"lambda t: {text}.sum()", x, v, w=w))

    return calls()


def _hint(key: str) -> Callable[[Example], Arrays]:
    return lambda example: {"result": example.hints[key]} if key in example.hints else {}


HVP = Function(
    "hvp",
    NOTEBOOK,
    parts={"edges": _product_edges},
    drawn=_drawn_products,
    mistakes=(
        Mistake(
            "gradient",
            "What comes back is the gradient of f.",
            "One gradient with a graph, a product with v, a sum, and then one more gradient.",
            _hint("slope"),
        ),
        Mistake(
            "gradient-times-v",
            "What comes back is the gradient times v.",
            "That product is a function of x, too: how does it change with x?",
            _hint("gradient times v"),
        ),
        Mistake(
            "v-ignored",
            "v is ignored: what comes back are the sums of the Hessian's rows.",
            "Where does v come in, before the second gradient or after it?",
            _hint("row sums"),
        ),
        Mistake(
            "diagonal",
            "Only the Hessian's diagonal is there.",
            "Each entry of the gradient depends on all entries of x.",
            _hint("diagonal"),
        ),
    ),
    beside=GRADCHECK,
)


# newton_step


def _newton(
    text: str, x: np.ndarray, damping: float, name: str = "", views: Any = (), **free: np.ndarray
) -> Example:
    slope, bend = _derivatives(text, x, free)
    damped, eye = bend + damping * np.eye(x.size), np.eye(x.size)
    step = np.linalg.solve(damped, slope)
    hints = {
        "uphill": x + step,
        "step": -step,
        "descent": x - slope,
        "undamped": x - np.linalg.lstsq(bend, slope, rcond=None)[0],
        "diagonal": x - slope / np.diag(damped),
        "damped everywhere": x - np.linalg.lstsq(bend + damping, slope, rcond=None)[0],
        "multiplied": x - damped @ slope,
        "less damped": x - np.linalg.lstsq(bend - damping * eye, slope, rcond=None)[0],
    }
    return asked(
        "newton_step",
        {"f": handed(text, **free), "x": x, "damping": damping},
        "array",
        {"result": x - step},
        name=name,
        views=views,
        within=SOLVED,
        hints=hints,
    )


def _newton_edges() -> Iterator[Example]:
    squares = "lambda t: (t * t).sum()"
    yield _newton(squares, np.array([1.0, -2.0]), 0.0, "the example of its docstring")
    yield _newton(squares, np.array([1.0, -2.0]), 2.0, "the same, damped")
    yield _newton(squares, np.array([3.0]), 0.5, "one number")
    bowl = "lambda t: ((t @ a) * t).sum() * 0.5 - (t * b).sum()"
    a, b = np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([1.0, -1.0])
    yield _newton(bowl, np.array([0.5, 0.5]), 0.0, "a bowl: its bottom in one step", a=a, b=b)
    yield _newton(bowl, np.array([0.5, 0.5]), 1.0, "the same bowl, damped", a=a, b=b)
    yield _newton(squares, np.array([1.0, -2.0]), 1.0, "x afterwards", ("after",))


def _drawn_newton() -> Any:
    from hypothesis import strategies as st

    from ..drawn import seeds

    @st.composite
    def calls(draw: Any) -> Question:
        rng = np.random.default_rng(draw(seeds))
        n, damping = draw(st.integers(1, 4)), draw(st.sampled_from([0.0, 0.1, 1.0]))
        x, a = rng.uniform(-1, 1, n), rng.standard_normal((n, n)) / 2
        text = "lambda t: (t @ a).exp().sum() + (t * t).sum()"
        return Question(_newton(text, x, damping, a=a))

    return calls()


NEWTON_STEP = Function(
    "newton_step",
    NOTEBOOK,
    parts={"edges": _newton_edges},
    drawn=_drawn_newton,
    mistakes=(
        Mistake(
            "uphill",
            "The step goes the other way.",
            "At the bottom of the parabola the slope is zero: gradient + H d = 0.",
            _hint("uphill"),
        ),
        Mistake(
            "step-alone",
            "What comes back is the step, not the place where it leads.",
            "A step is taken from somewhere.",
            _hint("step"),
        ),
        Mistake(
            "descent",
            "The step is the gradient's; the bend has no part in it.",
            "Newton's step asks the Hessian how far to go.",
            _hint("descent"),
        ),
        Mistake(
            "undamped",
            "The damping is ignored.",
            "lambda goes on the diagonal before the system is solved.",
            _hint("undamped"),
        ),
        Mistake(
            "diagonal",
            "Only the Hessian's diagonal is used.",
            "Column j of the Hessian is its product with the j-th unit vector, all of it.",
            _hint("diagonal"),
        ),
        Mistake(
            "damped-everywhere",
            "lambda is added to every entry of the Hessian, not to its diagonal.",
            "What does the formula multiply lambda with?",
            _hint("damped everywhere"),
        ),
        Mistake(
            "multiplied",
            "The gradient is multiplied by the Hessian where a system is to be solved.",
            "The formula has an inverse in it: H d = -gradient, and d is wanted.",
            _hint("multiplied"),
        ),
        Mistake(
            "damping-subtracted",
            "lambda is subtracted.",
            "Damping makes the bowl steeper, and the step shorter.",
            _hint("less damped"),
        ),
    ),
    uses=("hvp",),
    beside=GRADCHECK,
)
