"""Notebook 03's error curve: exact where truncation rules, by its shape where roundoff does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from autograder.verdict import Example

from .derivatives import NOTEBOOK, TENSORS, quotient
from .function import Arrays, Complaint, Function, Mistake, Question, argument, asked, handed

DELTA = {np.dtype(np.float64): 2.0**-52, np.dtype(np.float32): 2.0**-23}  # spacing around 1
SLOPE = 0.3  # how far a fitted slope may be from -1, 1 or 2; over four decades it is within 0.1
FACTOR = 50.0  # how far the foot may be from its place by theory; it sits at about half of it
TRUNCATION, ROUNDOFF = (1e-3, 1e-1), (1e-13, 1e-9)  # the steps between which each one rules
DEEPEST = 1e-9  # a float32 curve does not come down to this, nor does a float64 one stay above


def _curve(
    text: str, x: np.ndarray, steps: np.ndarray, central: bool | None = None, **more: Any
) -> Example:
    """A call whose steps are so large that the error is truncation's, and known to the digits."""
    f, slope = _exactly(text, x)
    rows = {
        "quotient": np.stack([quotient(f, x, float(h), central is not False) for h in steps]),
        "slope": slope,
        "forward": np.stack([quotient(f, x, float(h), False) for h in steps]),
        "central": np.stack([quotient(f, x, float(h), True) for h in steps]),
    }
    return _asked(
        text,
        x,
        steps,
        central,
        {"result": _root_mean_square(rows["quotient"] / slope - 1)},
        within=(1e-5, 1e-12),
        hints=rows,
        **more,
    )


def _asked(text, x, steps, central, expected, **more: Any) -> Example:
    return asked(
        "error_curve",
        {"f": handed(text), "x": x, "steps": steps},
        "array",
        expected,
        kwargs={} if central is None else {"central": central},
        **more,
    )


def _root_mean_square(errors: np.ndarray) -> np.ndarray:
    return np.sqrt((errors**2).mean(axis=1))


def _exactly(text: str, x: np.ndarray) -> tuple[Callable[[np.ndarray], np.ndarray], np.ndarray]:
    """The function on arrays, and its derivative at x, by PyTorch; a wrong gradient where asked."""
    import torch

    factor = 1.0
    if text.startswith("tanh_times"):
        factor, text = float(text[len("tanh_times(") : -1]), "Tensor.tanh"
    known = {"Tensor.gelu": torch.nn.functional.gelu, "lambda t: t**3": lambda t: t**3}
    op = known.get(text) or getattr(torch, text.removeprefix("Tensor."))
    leaf = torch.tensor(x, requires_grad=True)
    (slope,) = torch.autograd.grad(op(leaf).sum(), leaf)
    return lambda a: op(torch.tensor(a)).numpy(), factor * slope.numpy()


def _edges() -> Iterator[Example]:
    one, few = np.array([1.0]), np.linspace(0.3, 1.5, 4)
    large = np.array([0.5, 0.1, 0.02])
    yield _curve("lambda t: t**3", one, np.array([0.1]), name="the example of its docstring")
    yield _curve("lambda t: t**3", one, np.array([0.1]), False, name="the same, forward")
    yield _curve("Tensor.tanh", few, large, name="several points")
    yield _curve("Tensor.exp", few, large, False, name="several points, forward")
    yield _curve("Tensor.exp", -few, large[:1], name="one step")
    yield _curve("tanh_times(-1.0)", few, large, name="a gradient with a wrong sign")
    yield _curve("tanh_times(1.001)", few, large, name="a gradient that is 0.1 % too large")
    yield _curve("Tensor.exp", few, large, name="x and steps afterwards", views=("after",))
    many, fine = np.linspace(0.3, 1.5, 200), np.logspace(-0.5, -14, 55)
    for text in ("Tensor.tanh", "Tensor.exp"):
        for central in (True, False):
            name = f"{text}, {'central' if central else 'forward'}, 200 points, 55 steps"
            yield _asked(text, many, fine, central, {}, name=name, judged="a V")
    single, coarse = many.astype(np.float32), np.logspace(-0.5, -6, 23)
    yield _asked("Tensor.tanh", single, coarse, True, {}, name="float32", judged="a V")


def _drawn() -> Any:
    from hypothesis import strategies as st

    from ..drawn import seeds

    @st.composite
    def calls(draw: Any) -> Question:
        rng = np.random.default_rng(draw(seeds))
        points, steps = draw(st.integers(1, 8)), draw(st.integers(1, 5))
        x = rng.uniform(0.3, 1.5, points)
        text = draw(st.sampled_from(TENSORS))
        central = draw(st.sampled_from([None, True, False]))
        return Question(_curve(text, x, 10 ** rng.uniform(-2.5, -0.3, steps), central))

    return calls()


def _is_a_v(example: Example, values: Arrays) -> Iterator[Complaint]:
    """Slopes on both sides, and the place and depth of the foot."""
    errors, steps = values["result"], argument(example, "steps")
    x, central = argument(example, "x"), argument(example, "central")
    if errors is None or errors.shape != steps.shape:
        yield Complaint(f"expected one error for each of {len(steps)} steps", "result")
        return
    errors = errors.astype(np.float64)
    if not np.isfinite(errors).all() or (errors < 0).any():
        yield Complaint("an error is negative, infinite or not a number", "result")
    elif x.dtype == np.float32:
        if errors.min() < DEEPEST:
            yield Complaint(
                f"with float32 points it comes down to {errors.min():.0e}: somewhere on the way "
                "the numbers became float64",
                "result",
            )
    else:
        yield from _arms(steps, errors, central)


def _arms(steps: np.ndarray, errors: np.ndarray, central: bool) -> Iterator[Complaint]:
    wanted = 2.0 if central else 1.0
    kind = "central" if central else "forward"
    for side, (low, high), slope in (("right", TRUNCATION, wanted), ("left", ROUNDOFF, -1.0)):
        part = (steps >= low) & (steps <= high)
        found = _fitted(steps[part], errors[part])
        if not abs(found - slope) <= SLOPE:
            yield Complaint(
                f"on the {side}, between the steps {low:g} and {high:g}, the {kind} error goes "
                f"like h to the power {found:+.2f}, expected {slope:+.0f}",
                "result",
            )
    delta = DELTA[np.dtype(np.float64)]
    theory = (3 * delta) ** (1 / 3) if central else 2 * delta**0.5
    foot = steps[errors.argmin()]
    if not theory / FACTOR <= foot <= theory * FACTOR:
        yield Complaint(
            f"the {kind} error is smallest at a step of {foot:.0e}, expected near {theory:.0e}",
            "result",
        )


def _fitted(steps: np.ndarray, errors: np.ndarray) -> float:
    """The slope of a straight line through the points, on two logarithmic axes."""
    if not (errors > 0).all():
        return float("nan")
    return float(np.polyfit(np.log10(steps), np.log10(errors), 1)[0])


def _instead(formula: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> Any:
    """What another way to sum up the errors would give, from the quotients and the slopes."""

    def predicts(example: Example) -> Arrays:
        if "quotient" not in example.hints:
            return {}
        return {"result": formula(example.hints["quotient"], example.hints["slope"])}

    return predicts


def _of(kind: str) -> Callable[[Example], Arrays]:
    def predicts(example: Example) -> Arrays:
        if kind not in example.hints:
            return {}
        return {"result": _root_mean_square(example.hints[kind] / example.hints["slope"] - 1)}

    return predicts


_MISTAKES = (
    Mistake(
        "absolute-error",
        "The errors are absolute; they are not divided by the slope.",
        "A relative error says how many digits are right, whatever the size of the slope.",
        _instead(lambda q, s: _root_mean_square(q - s)),
    ),
    Mistake(
        "relative-to-numerical",
        "The errors are relative to the numerical slope.",
        "Which of the two is the one that is known?",
        _instead(lambda q, s: _root_mean_square(s / q - 1)),
    ),
    Mistake(
        "mean-of-sizes",
        "The errors are averaged by their sizes, not by their squares.",
        "The root of the mean square weighs a large error more than the mean of the sizes does.",
        _instead(lambda q, s: np.abs(q / s - 1).mean(axis=1)),
    ),
    Mistake(
        "signed-mean",
        "Errors of opposite sign cancel.",
        "What is done first: the square, or the mean?",
        _instead(lambda q, s: np.abs((q / s - 1).mean(axis=1))),
    ),
    Mistake(
        "no-root",
        "The numbers are mean squares; their root is not taken.",
        "A square of relative errors falls with slope 4, not 2.",
        _instead(lambda q, s: ((q / s - 1) ** 2).mean(axis=1)),
    ),
    Mistake(
        "sum-for-mean",
        "The squares are added up and not averaged.",
        "Twice as many points should not make the error larger.",
        _instead(lambda q, s: np.sqrt(((q / s - 1) ** 2).sum(axis=1))),
    ),
    Mistake(
        "largest",
        "Each number is the largest error of all points.",
        "What is asked for is the root of the mean square.",
        _instead(lambda q, s: np.abs(q / s - 1).max(axis=1)),
    ),
    Mistake(
        "always-central",
        "The numbers are those of central differences, also where central is False.",
        "What is done with the parameter central?",
        _of("central"),
    ),
    Mistake(
        "always-forward",
        "The numbers are those of forward differences, also where central is True.",
        "What is done with the parameter central?",
        _of("forward"),
    ),
)

ERROR_CURVE = Function(
    "error_curve",
    NOTEBOOK,
    parts={"edges": _edges},
    drawn=_drawn,
    judges={"a V": _is_a_v},
    mistakes=_MISTAKES,
    uses=("numerical_derivative",),
)
