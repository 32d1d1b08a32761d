"""Notebook 09's small functions: the accuracy, and one step downhill."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from autograder.verdict import Example

from .classifier import CLOSE, NOTEBOOK, Params
from .function import Arrays, Complaint, Function, Mistake, Question, argument, asked, tensor


def _accuracy(z: np.ndarray, targets: np.ndarray, name: str = "", **more: Any) -> Example:
    expected = {"result": np.array(float((z.argmax(axis=-1) == targets).mean()))}
    given = {"logits": z, "targets": targets}
    return asked("accuracy", given, "number", expected, name=name, within=CLOSE, **more)


def _accuracy_edges() -> Iterator[Example]:
    two = np.array([[1.0, 3.0], [2.0, 0.0]])
    yield _accuracy(two, np.array([1, 1]), "the example of its docstring")
    yield _accuracy(two, np.array([1, 0]), "all right")
    yield _accuracy(two, np.array([0, 1]), "none right")
    yield _accuracy(-np.array([[5.0, 1.0, 2.0]]), np.array([1]), "one example, negative logits")
    square = np.array([[1.0, 2.0, 3.0], [4.0, 1.0, 0.0], [0.0, 9.0, 1.0]])
    yield _accuracy(square, np.array([2, 0, 0]), "as many examples as classes")
    yield _accuracy(two, np.array([1, 1]), "logits and targets afterwards", views=("after",))


def _drawn_accuracies() -> Any:
    from hypothesis import strategies as st

    from ..drawn import seeds

    @st.composite
    def calls(draw: Any) -> Question:
        rng = np.random.default_rng(draw(seeds))
        batch, classes = draw(st.integers(1, 12)), draw(st.integers(2, 7))
        z = rng.standard_normal((batch, classes))
        guesses = np.where(
            rng.random(batch) < 0.5, z.argmax(axis=1), rng.integers(0, classes, batch)
        )
        return Question(_accuracy(z, guesses))

    return calls()


def _share(formula: Callable[[np.ndarray, np.ndarray], Any]) -> Callable[[Example], Arrays]:
    def predicts(example: Example) -> Arrays:
        z, targets = argument(example, "logits"), argument(example, "targets")
        return {"result": np.array(float(formula(z, targets)))}

    return predicts


_ACCURACY_MISTAKES = (
    Mistake(
        "count-for-share",
        "The number is a count, not a share.",
        "A share does not grow with the number of examples.",
        _share(lambda z, t: (z.argmax(axis=-1) == t).sum()),
    ),
    Mistake(
        "per-cent",
        "The number is in per cent.",
        "It should go from 0 to 1.",
        _share(lambda z, t: 100 * (z.argmax(axis=-1) == t).mean()),
    ),
    Mistake(
        "error-rate",
        "The number is the share of wrong answers.",
        "Which ones are counted: those that are equal, or those that differ?",
        _share(lambda z, t: (z.argmax(axis=-1) != t).mean()),
    ),
    Mistake(
        "smallest-for-largest",
        "It looks at the smallest logit.",
        "The network's answer is the class with the largest one.",
        _share(lambda z, t: (z.argmin(axis=-1) == t).mean()),
    ),
)

ACCURACY = Function(
    "accuracy",
    NOTEBOOK,
    parts={"edges": _accuracy_edges},
    drawn=_drawn_accuracies,
    mistakes=_ACCURACY_MISTAKES,
)


def _step(params: Params, grads: Params, rate: float, name: str = "", *views: str) -> Example:
    given = {"params": [tensor(*pair) for pair in zip(params, grads, strict=True)], "rate": rate}
    pairs = enumerate(zip(params, grads, strict=True))
    expected = {f"result[{i}]": np.asarray(p - rate * g) for i, (p, g) in pairs}
    judged = "new leaves" if "leaves" in views else ""
    return asked(
        "sgd_step", given, "Tensors", expected, name=name, views=views, within=CLOSE, judged=judged
    )


def _step_edges() -> Iterator[Example]:
    params, grads = [np.array([1.0, 2.0])], [np.array([10.0, -10.0])]
    yield _step(params, grads, 0.1, "the example of its docstring")
    several = [*params, np.array([[3.0]]), np.array(4.0)]
    theirs = [*grads, np.array([[-1.0]]), np.array(0.5)]
    yield _step(several, theirs, 0.5, "params of several shapes")
    yield _step(several, theirs, 0.5, "what kind of tensors come back", "leaves")
    yield _step(several, theirs, 0.5, "the old ones afterwards", "after")
    yield _step(several, theirs, 0.0, "a rate of 0")
    yield _step(several, [np.zeros_like(g) for g in theirs], 0.5, "gradients of zeros", "leaves")


def _drawn_steps() -> Any:
    from hypothesis import strategies as st

    from ..drawn import seeds, shapes

    @st.composite
    def calls(draw: Any) -> Question:
        rng = np.random.default_rng(draw(seeds))
        sizes = draw(st.lists(shapes(high=2, limit=20), min_size=1, max_size=4))
        params, grads = ([rng.standard_normal(size) for size in sizes] for _ in range(2))
        return Question(_step(params, grads, round(float(rng.uniform(0.01, 1.0)), 3)))

    return calls()


def _new_leaves(example: Example, values: Arrays) -> Iterator[Complaint]:
    wants, parents, same = (values[key] for key in ("requires_grad", "parents", "the same"))
    assert wants is not None
    assert parents is not None
    assert same is not None
    if same.any():
        yield Complaint(
            "one of the params that come back is the old one itself: the old ones are to stay as "
            "they were"
        )
    elif not wants.all():
        yield Complaint(
            "the params that come back do not require grad: the next backward would pass them by"
        )
    elif parents.any():
        yield Complaint(
            "the params that come back have parents: each step would hang on the graph of the one "
            "before, and nothing could die"
        )


def _moved(formula: Callable[[np.ndarray, np.ndarray, float], Any]) -> Callable[[Example], Arrays]:
    def predicts(example: Example) -> Arrays:
        rate = argument(example, "rate")
        params = enumerate(argument(example, "params"))
        return {
            f"result[{i}]": np.asarray(formula(p["tensor"], p["grad"], rate)) for i, p in params
        }

    return predicts


_STEP_MISTAKES = (
    Mistake(
        "uphill",
        "The step goes uphill.",
        "The gradient points to where the loss grows; a step goes against it.",
        _moved(lambda p, g, rate: p + rate * g),
    ),
    Mistake(
        "rate-ignored",
        "The step is a whole gradient long.",
        "Where does the learning rate come in?",
        _moved(lambda p, g, rate: p - g),
    ),
    Mistake(
        "step-alone",
        "What comes back is the step, not the place where it leads.",
        "A step is taken from somewhere.",
        _moved(lambda p, g, rate: -rate * g),
    ),
    Mistake(
        "direction-alone",
        "The step has the gradient's sign, but not its size.",
        "A gentle slope should move a parameter less than a steep one.",
        _moved(lambda p, g, rate: p - rate * np.sign(g)),
    ),
    Mistake(
        "not-moved",
        "The params come back as they were.",
        "Which numbers should have changed?",
        _moved(lambda p, g, rate: p),
    ),
)

SGD_STEP = Function(
    "sgd_step",
    NOTEBOOK,
    parts={"edges": _step_edges},
    drawn=_drawn_steps,
    judges={"new leaves": _new_leaves},
    mistakes=_STEP_MISTAKES,
)
