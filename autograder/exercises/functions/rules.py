"""Notebook 10's rules in Tensor ops: what they return, and how that changes with every leaf."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from autograder.verdict import Example

from .function import Arrays, Function, Mistake, Question, asked_of_rule

NOTEBOOK = "10-second-order"

Operands = tuple[np.ndarray, ...]
Rule = Callable[..., Any]


def _torch_op(op: str, kwargs: Mapping[str, Any]) -> Callable[..., Any]:
    """PyTorch's op of that name, with NumPy's arguments."""
    import torch

    if op != "sum":
        return getattr(torch, op)  # type: ignore[no-any-return]
    axis, keepdims = kwargs.get("axis"), kwargs.get("keepdims", False)

    def total(x: torch.Tensor) -> torch.Tensor:
        axes = tuple(range(x.ndim)) if axis is None else axis
        return torch.sum(x, dim=axes, keepdim=keepdims) if x.ndim else x.clone()

    return total


def _question(
    op: str,
    operands: Operands,
    seed: int = 0,
    name: str = "",
    kwargs: Mapping[str, Any] | None = None,
) -> Example:
    """A rule's answers by PyTorch: the vector-Jacobian product, and its own gradients."""
    import torch

    said = kwargs or {}
    rng = np.random.default_rng([seed, len(operands)])
    leaves = [torch.tensor(x, requires_grad=True) for x in operands]
    out = _torch_op(op, said)(*leaves)
    g = torch.tensor(_away_from_zero(rng, tuple(out.shape)), requires_grad=True)
    grads = torch.autograd.grad(out, leaves, g, create_graph=True)
    weights = tuple(_away_from_zero(rng, x.shape) for x in operands)
    total = sum((grad * torch.tensor(w)).sum() for grad, w in zip(grads, weights, strict=True))
    second = torch.autograd.grad(total, [*leaves, g], allow_unused=True)
    expected: dict[str, np.ndarray | None] = {
        f"result{i}": grad.detach().numpy().copy() for i, grad in enumerate(grads)
    }
    expected |= {f"grad{i}": None if s is None else s.numpy() for i, s in enumerate(second)}
    every = (*operands, g.detach().numpy())
    return asked_of_rule(f"{op}_rule", op, every, expected, weights, name=name, kwargs=kwargs)


def _away_from_zero(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    return np.asarray(rng.uniform(0.5, 1.5, shape) * rng.choice([-1.0, 1.0], shape))


def _spread(shape: tuple[int, ...], seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).uniform(-1.5, 1.5, shape)


def _unary_edges(op: str) -> Callable[[], Iterator[Example]]:
    def edges() -> Iterator[Example]:
        yield _question(op, (np.array([0.5, -1.0]),), name="two numbers")
        yield _question(op, (np.array(0.7),), name="a number")
        yield _question(op, (np.zeros((2, 2)),), name="zeros")
        yield _question(op, (np.zeros((0, 3)),), name="no elements")

    return edges


def _mul_edges() -> Iterator[Example]:
    pairs = {
        "one shape": ((2,), (2,)),
        "a row for two rows": ((2, 3), (3,)),
        "a column and a row": ((2, 1), (1, 3)),
        "a number and a row": ((), (3,)),
        "a new axis in front, and a stretched one": ((2, 1), (3, 2, 4)),
        "no elements": ((0, 2), (2,)),
    }
    for name, (a, b) in pairs.items():
        yield _question("mul", (_spread(a), _spread(b, 1)), name=name)


def _sum_edges() -> Iterator[Example]:
    for name, shape, kwargs in (
        ("everything", (2, 3), {}),
        ("everything, keepdims", (2, 3), {"keepdims": True}),
        ("axis 0", (2, 3), {"axis": 0}),
        ("axis 1", (2, 3), {"axis": 1}),
        ("axis 1 of a square", (2, 2), {"axis": 1}),
        ("the last axis, keepdims", (2, 3), {"axis": -1, "keepdims": True}),
        ("two axes, unsorted", (2, 3, 4), {"axis": (2, 0)}),
        ("a number", (), {}),
        ("an axis of length 1", (2, 1), {"axis": 1}),
    ):
        yield _question("sum", (_spread(shape),), name=name, kwargs=kwargs)


def _drawn(op: str) -> Callable[[], Any]:
    def drawn() -> Any:
        from hypothesis import strategies as st

        from .. import draws

        cases = {"mul": draws.pairs, "sum": draws.reductions}.get(op, draws.unary)()

        def question(case: Any) -> Question:
            operands = tuple(_spread(shape, case.seed + i) for i, shape in enumerate(case.shapes))
            return Question(_question(op, operands, case.seed, kwargs=case.kwargs))

        small = cases.filter(lambda case: case.elements <= 60)
        return st.builds(question, small)

    return drawn


def _instead(formula: Rule) -> Callable[[Example], Arrays]:
    """What another rule would return; formula(out, g, *operands) on arrays."""

    def predicts(example: Example) -> Arrays:
        *operands, g = example.program.leaves
        out = _FORWARD[example.program.steps[0].op](*operands)
        found = formula(out, g, *operands)
        listed = found if isinstance(found, tuple) else (found,)
        return {f"result{i}": np.asarray(array) for i, array in enumerate(listed)}

    return predicts


_FORWARD: dict[str, Rule] = {"exp": np.exp, "tanh": np.tanh, "mul": np.multiply}


def _hole(*leaves: int) -> Callable[[Example], Arrays]:
    """The first derivative right, the second without the way back to some of the leaves."""

    def predicts(example: Example) -> Arrays:
        right = {k: v for k, v in example.expected.items() if k.startswith("result")}
        return {**right, **{f"grad{i}": None for i in leaves}}

    return predicts


_HOLE = (
    "The first derivative is right, the second has lost its way: an array stands in the middle of "
    "the rule.",
    "Whatever goes through .data has no history. Say it with the Tensor itself.",
)
_IGNORED = (
    "The upstream gradient is ignored.",
    "A rule returns the local derivative times g.",
)

EXP_RULE = Function(
    "exp_rule",
    NOTEBOOK,
    parts={"edges": _unary_edges("exp")},
    drawn=_drawn("exp"),
    mistakes=(
        Mistake("hole-in-the-trail", *_HOLE, _hole(0)),
        Mistake("upstream-ignored", *_IGNORED, _instead(lambda out, g, x: out)),
        Mistake(
            "input-for-output",
            "The operand stands where the output belongs.",
            "The derivative of exp is exp itself: which of the three arguments is that?",
            _instead(lambda out, g, x: x * g),
        ),
    ),
)

TANH_RULE = Function(
    "tanh_rule",
    NOTEBOOK,
    parts={"edges": _unary_edges("tanh")},
    drawn=_drawn("tanh"),
    mistakes=(
        Mistake("hole-in-the-trail", *_HOLE, _hole(0)),
        Mistake("upstream-ignored", *_IGNORED, _instead(lambda out, g, x: 1 - out * out)),
        Mistake(
            "input-for-output",
            "The operand is squared where the output belongs.",
            "The derivative is 1 - y**2, and y is tanh(x).",
            _instead(lambda out, g, x: (1 - x * x) * g),
        ),
        Mistake(
            "sign",
            "A sign is wrong: it is one plus the square.",
            "tanh is steepest at 0 and flat far away: is it the other way round here?",
            _instead(lambda out, g, x: (1 + out * out) * g),
        ),
        Mistake(
            "not-squared",
            "The output is not squared.",
            "What is the derivative of tanh, written with its output?",
            _instead(lambda out, g, x: (1 - out) * g),
        ),
    ),
)

MUL_RULE = Function(
    "mul_rule",
    NOTEBOOK,
    parts={"edges": _mul_edges},
    drawn=_drawn("mul"),
    mistakes=(
        Mistake("hole-in-the-trail", *_HOLE, _hole(0, 1)),
        Mistake(
            "not-reduced",
            "A gradient has the shape of the output, not that of its operand.",
            "What was broadcast forward has to be summed on the way back, in Tensor ops.",
            _instead(lambda out, g, a, b: (g * b, g * a)),
        ),
        Mistake(
            "swapped",
            "The two gradients come in the wrong order.",
            "The first gradient belongs to the first operand.",
            _instead(lambda out, g, a, b: (_summed(g * a, b.shape), _summed(g * b, a.shape))),
        ),
        Mistake(
            "other-factor",
            "Each operand stands in its own gradient.",
            "How does a * b change with a?",
            _instead(lambda out, g, a, b: (_summed(g * a, a.shape), _summed(g * b, b.shape))),
        ),
    ),
)


def _summed(grad: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    added = grad.ndim - len(shape)
    stretched = [added + i for i, side in enumerate(shape) if side != grad.shape[added + i]]
    return np.asarray(grad.sum(axis=(*range(added), *stretched), keepdims=True).reshape(shape))


SUM_RULE = Function(
    "sum_rule",
    NOTEBOOK,
    parts={"edges": _sum_edges},
    drawn=_drawn("sum"),
    mistakes=(Mistake("hole-in-the-trail", *_HOLE, _hole(1)),),
)
