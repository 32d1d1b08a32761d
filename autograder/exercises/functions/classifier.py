"""Notebook 09's network: logits from features, and a graph that leads back to the params."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from autograder.verdict import Example
from minitorch import datasets

from .function import Arrays, Function, Mistake, argument, asked, tensor

NOTEBOOK = "09-tense-classifier"
INPUTS, TENSES = 23, 5  # one-hot verb and person; classes
CLOSE = (1e-9, 1e-12)  # right bodies differ from PyTorch by about 1e-15

Params = list[np.ndarray]


def initial(seed: int, hidden: int = 32) -> Params:
    """The weights that the notebook begins with."""
    rng = np.random.default_rng(seed)
    w1 = rng.standard_normal((INPUTS, hidden)) / np.sqrt(INPUTS)
    w2 = rng.standard_normal((hidden, TENSES)) / np.sqrt(hidden)
    return [w1, np.zeros(hidden), w2, np.zeros(TENSES)]


def logits(params: Params, x: np.ndarray) -> np.ndarray:
    """What the network says."""
    w1, b1, w2, b2 = params
    return np.asarray(np.tanh(x @ w1 + b1) @ w2 + b2)


def _network(params: Params, x: np.ndarray, view: str = "backward", name: str = "") -> Example:
    upstream = _upstream((len(x), params[3].size))
    expected: dict[str, np.ndarray | None] = {"result": logits(params, x)}
    if view == "backward":
        expected = _by_pytorch(params, x, upstream)
    given = {"params": [tensor(p) for p in params], "x": x}
    return asked(
        "network", given, "Tensor", expected, name=name, views=(view,), upstream=upstream,
        within=CLOSE,
    )  # fmt: skip


def _upstream(shape: tuple[int, ...]) -> np.ndarray:
    rng = np.random.default_rng(shape)
    drawn: np.ndarray = rng.uniform(0.5, 1.5, shape) * rng.choice([-1.0, 1.0], shape)
    return drawn


def _by_pytorch(params: Params, x: np.ndarray, upstream: np.ndarray) -> dict[str, Any]:
    import torch

    w1, b1, w2, b2 = leaves = [torch.tensor(p, requires_grad=True) for p in params]
    out = torch.tanh(torch.tensor(x) @ w1 + b1) @ w2 + b2
    grads = torch.autograd.grad(out, leaves, torch.tensor(upstream))
    named = {f"params[{i}].grad": grad.numpy() for i, grad in enumerate(grads)}
    return {"result": out.detach().numpy(), **named}


def _features(count: int) -> np.ndarray:
    """One-hot features of the first pairs of verb and person."""
    return datasets.one_hot(*np.divmod(np.arange(count), len(datasets.PERSONS)))


def _random(hidden: int) -> Params:
    """Weights of which none is zero."""
    rng = np.random.default_rng(hidden)
    return [rng.standard_normal(p.shape) for p in initial(0, hidden)]


def _pictured() -> Iterator[Example]:
    yield _network(_random(2), _features(2), name="two examples, two hidden units")
    yield _network(_random(3), _features(7), name="seven examples, three hidden units")
    yield _network(initial(1), _features(40), name="the notebook's own size")


def _network_edges() -> Iterator[Example]:
    zeros = [np.zeros_like(p) for p in initial(0, 2)]
    yield _network(zeros, _features(1), name="all params zero")
    yield _network(_random(1), _features(1), name="one example, one hidden unit")
    yield _network([p * 10 for p in _random(2)], _features(3), name="large weights")
    yield _network(_random(2), _features(2), "after", name="params and x afterwards")


def _network_instead(formula: Callable[..., Any]) -> Callable[[Example], Arrays]:
    def predicts(example: Example) -> Arrays:
        params = [p["tensor"] for p in argument(example, "params")]
        return {"result": np.asarray(formula(*params, argument(example, "x")))}

    return predicts


def _no_history(example: Example) -> Arrays:
    """The right values, and no gradient anywhere."""
    if "backward" not in example.program.options["views"]:
        return {}
    none = {key: None for key in example.expected if key.endswith(".grad")}
    return {"result": example.expected["result"], **none}


_NETWORK_MISTAKES = (
    Mistake(
        "no-bend",
        "Nothing bends between the two layers.",
        "Without tanh two layers are no more than one: a product of matrices is a matrix.",
        _network_instead(lambda w1, b1, w2, b2, x: (x @ w1 + b1) @ w2 + b2),
    ),
    Mistake(
        "another-bend",
        "Between the layers there is a relu.",
        "Which function does the formula name?",
        _network_instead(lambda w1, b1, w2, b2, x: np.maximum(x @ w1 + b1, 0) @ w2 + b2),
    ),
    Mistake(
        "bend-at-the-end",
        "The logits went through a tanh.",
        "Logits may be any number: cross_entropy wants them as the last layer gives them.",
        _network_instead(lambda w1, b1, w2, b2, x: np.tanh(np.tanh(x @ w1 + b1) @ w2 + b2)),
    ),
    Mistake(
        "no-first-bias",
        "The first layer has no bias.",
        "Each layer adds a vector of its own, and learns it.",
        _network_instead(lambda w1, b1, w2, b2, x: np.tanh(x @ w1) @ w2 + b2),
    ),
    Mistake(
        "no-second-bias",
        "The second layer has no bias.",
        "Each layer adds a vector of its own, and learns it.",
        _network_instead(lambda w1, b1, w2, b2, x: np.tanh(x @ w1 + b1) @ w2),
    ),
    Mistake(
        "probabilities",
        "What comes out are probabilities: they went through a softmax.",
        "cross_entropy does that step by itself, and more safely; it wants logits.",
        _network_instead(lambda *p: _softmax(logits(list(p[:4]), p[4]))),
    ),
    Mistake(
        "no-way-back",
        "The logits are right, but no gradient arrives at the params.",
        "Somewhere on the way a Tensor became an array, or a new Tensor was made of its data: "
        "what goes through .data leaves no trace.",
        _no_history,
    ),
)


def _softmax(z: np.ndarray) -> np.ndarray:
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.asarray(e / e.sum(axis=-1, keepdims=True))


NETWORK = Function(
    "network",
    NOTEBOOK,
    parts={"pytorch": _pictured, "edges": _network_edges},
    mistakes=_NETWORK_MISTAKES,
    own_engine=True,
)
