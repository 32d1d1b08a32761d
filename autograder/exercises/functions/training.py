"""Notebook 09's training loop: judged by what it learns, and step by step where there are few."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from autograder.verdict import Example
from minitorch import datasets

from .classifier import CLOSE, NOTEBOOK, Params, initial, logits
from .function import Arrays, Complaint, Function, Mistake, Question, argument, asked

ENOUGH = 0.9  # accuracy on what was held out; the reference has 1.0 for 20 seeds of 20
STEPS, RATE = 200, 0.5  # the defaults
SHOWN = 3  # losses in a sentence


def descent(
    x: np.ndarray, targets: np.ndarray, seed: int, steps: int, rate: float, **slips: Any
) -> tuple[Params, list[float]]:
    """Gradient descent on arrays: the params, and the loss before each step.

    slips  ``start``: not the notebook's weights but these; ``after``: the loss after each step;
           ``total``: gradients of the sum; ``piled``: gradients that are never forgotten
    """
    params, losses = slips.get("start") or initial(seed), []
    held = [np.zeros_like(p) for p in params]
    for _ in range(steps):
        loss, grads = _slope(params, x, targets)
        if slips.get("total"):
            loss, grads = loss * len(x), [g * len(x) for g in grads]
        if slips.get("piled"):
            held = grads = [h + g for h, g in zip(held, grads, strict=True)]
        params = [p - rate * g for p, g in zip(params, grads, strict=True)]
        losses.append(_slope(params, x, targets)[0] if slips.get("after") else loss)
    return params, losses


def _slope(params: Params, x: np.ndarray, targets: np.ndarray) -> tuple[float, Params]:
    """The mean cross-entropy, and its gradient by each parameter."""
    w1, b1, w2, _ = params
    h, z = np.tanh(x @ w1 + b1), logits(params, x)
    shifted = z - z.max(axis=1, keepdims=True)
    p = np.exp(shifted) / np.exp(shifted).sum(axis=1, keepdims=True)
    rows = np.arange(len(x))
    loss = float(-np.log(p[rows, targets]).mean())
    p[rows, targets] -= 1
    dz = p / len(x)
    dh = (dz @ w2.T) * (1 - h * h)
    return loss, [x.T @ dh, dh.sum(axis=0), h.T @ dz, dz.sum(axis=0)]


def accuracy_of(params: Params, x: np.ndarray, targets: np.ndarray) -> float:
    """The share of examples that a network gets right."""
    return float((logits(params, x).argmax(axis=1) == targets).mean())


def _short(steps: int, rate: float | None, name: str, views: tuple[str, ...] = ()) -> Example:
    """A few steps on a few examples, where every number is known."""
    split = datasets.favourites(0)
    x, targets = split.x_train[:6], split.y_train[:6]
    params, losses = descent(x, targets, 3, steps, RATE if rate is None else rate)
    expected: dict[str, np.ndarray | None] = {f"params[{i}]": p for i, p in enumerate(params)}
    return asked(
        "train",
        {"x": x, "targets": targets, "seed": 3},
        "trained",
        {"losses": np.array(losses, dtype=float), **expected},
        kwargs={"steps": steps} if rate is None else {"steps": steps, "rate": rate},
        name=name,
        within=CLOSE,
        views=views,
    )


def _edges() -> Iterator[Example]:
    yield _short(1, 0.1, "one step")
    yield _short(3, 0.25, "three steps")
    yield _short(2, None, "two steps at the usual rate")
    yield _short(0, None, "no step at all")
    yield _short(1, None, "x and targets afterwards", ("after",))


def _whole(seed: int) -> Example:
    split = datasets.favourites(seed)
    return asked(
        "train",
        {"x": split.x_train, "targets": split.y_train, "seed": seed},
        "trained",
        name=f"favourite tenses, seed {seed}",
        judged="learns",
        hints={"x_valid": split.x_valid, "y_valid": split.y_valid},
    )


def _drawn() -> Any:
    from ..drawn import seeds

    return seeds.map(lambda seed: Question(_whole(seed)))


def _learns(example: Example, values: Arrays) -> Iterator[Complaint]:
    """Whether the params know what they were never shown, and the losses tell how it went."""
    params = [values.get(f"params[{i}]") for i in range(4)]
    wanted = [p.shape for p in initial(0)]
    if [p is not None and p.shape for p in params] != wanted:
        yield Complaint("the params that come back do not have the shapes of initial(seed)")
        return
    losses, network = values["losses"], [p for p in params if p is not None]
    if losses is None or losses.shape != (STEPS,):
        yield Complaint(f"expected {STEPS} losses, one before each step", "losses")
        return
    found = accuracy_of(network, example.hints["x_valid"], example.hints["y_valid"])
    seen = accuracy_of(network, argument(example, "x"), argument(example, "targets"))
    if not found >= ENOUGH:
        shown = ", ".join(f"{loss:.3f}" for loss in losses[:: STEPS // SHOWN][:SHOWN])
        yield Complaint(
            f"it gets {found:.0%} right of what it has not seen ({seen:.0%} of what it has), "
            f"expected {ENOUGH:.0%}; its loss went {shown} ... {losses[-1]:.3f}"
        )
    elif not losses[-1] < losses[0]:
        yield Complaint("the losses do not fall, although the network learns", "losses")


def _instead(
    sign: int = 1, always: float | None = None, done: int | None = None, **slips: Any
) -> Callable[[Example], Arrays]:
    """What another loop would give where there are few steps.

    sign    of each step; ``always`` the rate and ``done`` the steps, whatever is asked for
    """

    def predicts(example: Example) -> Arrays:
        if example.judged:
            return {}
        x, targets, seed = (argument(example, key) for key in ("x", "targets", "seed"))
        steps, rate = argument(example, "steps"), argument(example, "rate")
        taken = steps if done is None else done
        used = sign * (always or rate or RATE)
        params, losses = descent(x, targets, seed, taken, used, **slips)
        found = {f"params[{i}]": p for i, p in enumerate(params)}
        return {**found, "losses": np.array(losses, dtype=float)}

    return predicts


_MISTAKES = (
    Mistake(
        "uphill",
        "Each step goes uphill.",
        "The gradient points to where the loss grows; a step goes against it.",
        _instead(sign=-1),
    ),
    Mistake(
        "rate-ignored",
        "Every step is taken with a rate of 0.5, whatever rate says.",
        "What is done with the parameter rate?",
        _instead(always=RATE),
    ),
    Mistake(
        "steps-ignored",
        "It takes 200 steps, whatever steps says.",
        "What is done with the parameter steps?",
        _instead(done=STEPS),
    ),
    Mistake(
        "loss-after-step",
        "The losses are those after each step.",
        "The first loss belongs to the weights that nobody has touched yet.",
        _instead(after=True),
    ),
    Mistake(
        "sum-for-mean",
        "The loss is a sum over the examples, not their mean.",
        "With a sum, a step is longer the more examples there are.",
        _instead(total=True),
    ),
    Mistake(
        "grads-pile-up",
        "The gradients of earlier steps are still in the later ones.",
        "A grad adds to what is there. New leaves begin without one; old ones have to forget.",
        _instead(piled=True),
    ),
)

TRAIN = Function(
    "train",
    NOTEBOOK,
    parts={"edges": _edges},
    drawn=_drawn,
    judges={"learns": _learns},
    mistakes=_MISTAKES,
    uses=("network", "sgd_step"),
    own_engine=True,
    few=3,
    cpu=30.0,
)
