"""Wrong ways to walk a graph: each is a backward that runs on the hand-made nodes of a program.

A student's ``backward`` looks like one of them when both leave the same numbers in every small
program: gradients, and how often each node's closure ran.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from minitorch import Tensor
from minitorch.slots import attachments

from ..sandbox.execute import execute
from ..sandbox.program import Program, Result
from ..verdict import Example, Finding
from .model import ENOUGH, same

STEPS = 13  # longer programs say nothing more, and take a walk without a memory too long
Order = Callable[[Tensor], list[Tensor]]


def by_depth(root: Tensor, remember: bool = True) -> list[Tensor]:
    """Every node behind its users (reversed post-order); without a memory, once for each path."""
    order: list[Tensor] = []
    seen: set[Tensor] = set()

    def visit(node: Tensor) -> None:
        if remember and node in seen:
            return
        seen.add(node)
        for parent in node._prev:
            visit(parent)
        order.append(node)

    visit(root)
    return order[::-1]


def on_the_way_in(root: Tensor, remember: bool = True, last: bool = False) -> list[Tensor]:
    """Each node before its parents, in the order in which a depth-first walk meets them."""
    order: list[Tensor] = []
    stack = [root]
    while stack:
        node = stack.pop()
        if remember and node in order:
            continue
        order.append(node)
        stack.extend(node._prev if last else reversed(node._prev))
    return order


def by_distance(root: Tensor, remember: bool = True) -> list[Tensor]:
    """Nearest to the root first."""
    order = [root]
    for node in order:
        order.extend(parent for parent in node._prev if not (remember and parent in order))
    return order


@dataclass(frozen=True)
class Walk:
    """A backward that is wrong in one respect.

    order    which closures run, and when
    seed     the root's first gradient, given the root and the gradient that came
    resets   whether a node's grad is cleared before the walk
    every    whether nodes that require no grad get one
    wiped    whether the root's grad is assigned first, and then cleared with the others
    first    the number in that order of the first closure that runs
    most     and of the one at which it ends, None for none
    """

    order: Order = by_depth
    seed: Callable[[Tensor, Any], Any] = lambda root, given: _checked(root, given)
    resets: Callable[[Tensor], bool] = lambda node: bool(node._prev) or node.grad is None
    every: bool = False
    wiped: bool = False
    first: int = 0
    most: int | None = None

    def __call__(self, root: Tensor, gradient: Any = None) -> None:
        """What hangs in the slot."""
        start = self.seed(root, gradient)
        order = self.order(root)
        for node in order:
            if (self.every or node.requires_grad) and self.resets(node):
                node.grad = np.zeros_like(node.data)
        root.grad = start if isinstance(start, float) else root.grad + start
        if self.wiped:
            root.grad = np.zeros_like(root.data) if root._prev else start
        for node in order[self.first : self.most]:
            node._backward()


def _checked(root: Tensor, given: Any) -> np.ndarray:
    """The gradient as it should be: an array of the root's shape and dtype, or an error."""
    if not root.requires_grad or (given is None and root.size != 1):
        raise RuntimeError("which question is asked?")
    array = np.ones_like(root.data) if given is None else np.asarray(_plain(given), root.dtype)
    if array.shape != root.shape:
        raise ValueError("a gradient of another shape")
    return array


def _plain(given: Any) -> Any:
    return given.data if isinstance(given, Tensor) else given


def _number(root: Tensor, given: Any) -> Any:
    """A Python number where no gradient was given."""
    _checked(root, given)
    return 1.0 if given is None else _checked(root, given)


def _always_ones(root: Tensor, given: Any) -> np.ndarray:
    _checked(root, given)
    return np.ones_like(root.data)


WALKS: list[tuple[str, Walk]] = [
    ("visited-twice", Walk(lambda root: by_depth(root, remember=False))),
    ("visited-twice", Walk(lambda root: by_distance(root, remember=False))),
    ("visited-twice", Walk(lambda root: on_the_way_in(root, remember=False))),
    ("visited-twice", Walk(lambda root: on_the_way_in(root, remember=False, last=True))),
    ("wrong-order", Walk(by_distance)),
    ("wrong-order", Walk(on_the_way_in)),
    ("wrong-order", Walk(lambda root: on_the_way_in(root, last=True))),
    ("order-not-reversed", Walk(lambda root: by_depth(root)[::-1])),
    ("order-not-reversed", Walk(lambda root: by_distance(root)[::-1])),
    ("closures-not-run", Walk(most=0)),
    ("closures-not-run", Walk(first=1)),
    ("stops-early", Walk(by_distance, most=1)),
    ("stops-early", Walk(lambda root: list(dict.fromkeys((root, *root._prev))), most=1)),
    ("stops-early", Walk(lambda root: list(dict.fromkeys((root, *root._prev))))),
    ("seed-not-an-array", Walk(seed=_number)),
    ("seed-wiped", Walk(wiped=True)),
    ("gradient-ignored", Walk(seed=_always_ones)),
    ("old-grads-kept", Walk(resets=lambda node: node.grad is None)),
    ("leaf-grads-cleared", Walk(resets=lambda node: True)),
    ("constant-gets-grad", Walk(every=True)),
]


def walk_of(findings: Sequence[Finding], others: Sequence[tuple[Example, Result]]) -> str | None:
    """The id of the one wrong walk that answers every small program as the engine did."""
    failing = {id(f.result): (f.example, f.result) for f in findings}
    passing = [(e, r) for e, r in others if id(r) not in failing]
    asked = [(pair, True) for pair in failing.values()] + [(pair, False) for pair in passing]
    small = [(p, failed) for p, failed in asked if not p[0].raises and _is_small(p[0].program)]
    fitting = {name for name, walk in WALKS if _fits(walk, small)}
    return fitting.pop() if len(fitting) == 1 else None


def _is_small(program: Program) -> bool:
    long = any(step.op == "hand.chain" for step in program.steps)
    numbers = program.probe in ("run", "bare", "twice", "again", "stale", "nodes")
    return numbers and not long and len(program.steps) <= STEPS


def _fits(walk: Walk, asked: Sequence[tuple[tuple[Example, Result], bool]]) -> bool:
    telling = 0
    with attachments({"backward": lambda self, gradient=None: walk(self, gradient)}):
        for (example, result), failed in asked:
            predicted = execute(example.program)
            if not _alike(predicted, result):
                return False
            telling += failed
    return telling >= ENOUGH


def _alike(predicted: Result, result: Result) -> bool:
    if predicted.error is not None or result.error is not None:
        return predicted.error is not None and result.error is not None
    return all(same(array, result.values.get(name)) for name, array in predicted.values.items())
