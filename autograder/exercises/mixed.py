"""Hypothesis strategies of programs of random ops: small graphs over many slots at once.

Every value is computed while the program grows, so that no op is asked outside its domain, nothing
lies on a kink, and no number gets out of hand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from autograder.oracles.pytorch import PyTorch, as_array
from autograder.sandbox.program import Step
from minitorch.slots import SLOTS

from .drawn import Draw, either_way, narrower, seeds, shapes, some_axes, some_axis
from .exercise import Case, Shape
from .indices import indices
from .values import nonzero, positive, spread

SHORTEST, LONGEST = 3, 7  # ops of one program; fewer where one does not fit
ELEMENTS = 40  # of one value
LARGEST = 20.0  # of one element
TOOLS = ("backward", "gradcheck", "unbroadcast")


class Growing:
    """A program under construction: its leaves and steps, and the value of each."""

    def __init__(self, draw: Draw, pytorch: PyTorch) -> None:
        self.draw, self.pytorch = draw, pytorch
        self.rng = np.random.default_rng(draw(seeds))
        self.leaves: list[tuple[int, bool]] = []  # each one's number, and whether it needs a grad
        self.steps: list[tuple[int, Step]] = []
        self.values: list[np.ndarray] = []
        self.needs_grad: list[bool] = []

    def leaf(self, shape: Shape) -> int:
        """A new leaf; now and then a constant."""
        domain = self.draw(st.sampled_from([spread, spread, positive, nonzero]))
        flag = not self.leaves or self.draw(st.integers(0, 4)) > 0
        self.leaves.append((len(self.values), flag))
        return self._value(np.asarray(domain(self.rng, shape)), flag)

    def step(self, op: str, *operands: int, args: tuple = (), **kwargs: Any) -> bool:
        """Append a step; False if its value would be too large, too long or empty."""
        step = Step(op, operands, args, kwargs)
        import torch

        value = as_array(
            self.pytorch.step(step, [torch.from_numpy(self.values[i]) for i in operands])
        )
        if not 0 < value.size <= ELEMENTS or not np.abs(value).max() <= LARGEST:
            return False
        self.steps.append((len(self.values), step))
        self._value(value, any(self.needs_grad[i] for i in operands))
        return True

    def _value(self, value: np.ndarray, needs_grad: bool) -> int:
        self.values.append(value)
        self.needs_grad.append(needs_grad)
        return len(self.values) - 1

    def any(self) -> int:
        """A value that is there, most often a late one."""
        number = len(self.values)
        return number - 1 - min(self.draw(st.integers(0, number - 1)), self.draw(st.integers(0, 3)))

    def partner(self, fits: Callable[[Shape], bool], shapes: Any) -> int:
        """A value whose shape fits, or a new leaf of one of the shapes drawn."""
        fitting = [i for i, value in enumerate(self.values) if fits(value.shape)]
        if fitting and self.draw(st.booleans()):
            return self.draw(st.sampled_from(fitting))  # type: ignore[no-any-return]
        return self.leaf(self.draw(shapes))

    def case(self, probe: str = "run") -> Case:
        """The finished program: leaves numbered first, then the steps."""
        order = [number for number, _ in self.leaves] + [number for number, _ in self.steps]
        new = {old: position for position, old in enumerate(order)}
        steps = tuple(
            Step(step.op, tuple(new[i] for i in step.operands), step.args, step.kwargs)
            for _, step in self.steps
        )
        return Case(
            leaves=tuple(self.values[number] for number, _ in self.leaves),
            flags=tuple(flag for _, flag in self.leaves),
            steps=steps,
            seed=int(self.rng.integers(2**16)),
            probe=probe,
        )


@st.composite
def programs(draw: Draw, pytorch: PyTorch, slots: Sequence[str], taught: Sequence[str]) -> Case:
    """A program over ``slots`` with at least one of ``taught``, and an output that needs a grad."""
    ops = [slot for slot in slots if slot not in TOOLS]
    own = [slot for slot in taught if slot not in TOOLS] or ops
    growing = Growing(draw, pytorch)
    growing.leaf(draw(shapes(high=3, shortest=1, limit=12)))
    length = draw(st.integers(SHORTEST, LONGEST))
    turn = draw(st.integers(0, length - 1))
    for number in range(length):
        APPEND[draw(st.sampled_from(own if number == turn else ops))](growing)
    assume(any(step.op in own for _, step in growing.steps))
    assume(growing.needs_grad[-1] and growing.steps[-1][0] == len(growing.values) - 1)
    return growing.case()


def _plain(op: str, fits: Callable[[np.ndarray], bool] = lambda x: True) -> Any:
    def append(g: Growing) -> None:
        x = g.any()
        if fits(g.values[x]):
            g.step(op, x)

    return append


def _pow(g: Growing) -> None:
    x = g.any()
    size = np.abs(g.values[x])
    exponents: list[float] = [2, 3, 1]
    if g.values[x].min() > 0.3:
        exponents += [0.5, -1, 1.5, -0.5]
    elif size.min() > 0.3:
        exponents += [-1, -2]
    g.step("pow", x, args=(g.draw(st.sampled_from(exponents)),))


def _gelu(g: Growing) -> None:
    said = {"approximate": "tanh"} if g.draw(st.booleans()) else {}
    g.step("gelu", g.any(), **said)


def _broadcast_together(a: Shape, b: Shape) -> bool:
    try:
        return math.prod(np.broadcast_shapes(a, b)) <= ELEMENTS
    except ValueError:
        return False


def _pair(op: str) -> Any:
    def append(g: Growing) -> None:
        a = g.any()
        shape = g.values[a].shape
        b = g.partner(lambda other: _broadcast_together(shape, other), narrower(shape))
        if g.draw(st.booleans()):
            a, b = b, a
        if op != "div" or np.abs(g.values[b]).min() > 0.3:
            g.step(op, a, b)

    return append


def _reduce(op: str) -> Any:
    def append(g: Growing) -> None:
        x = g.any()
        rank = g.values[x].ndim
        forms = [st.none()]
        if rank:
            forms += [some_axis(rank), some_axes(list(range(rank)), rank)]
        g.step(op, x, axis=g.draw(st.one_of(forms)), keepdims=g.draw(st.booleans()))

    return append


def _reshape(g: Growing) -> None:
    x = g.any()
    size = g.values[x].size
    side = g.draw(st.sampled_from([d for d in range(1, size + 1) if size % d == 0]))
    rest = g.draw(st.sampled_from([size // side, -1]))
    g.step("reshape", x, args=g.draw(st.sampled_from([(side, rest), (rest, side), (-1,)])))


def _transpose(g: Growing) -> None:
    x = g.any()
    rank = g.values[x].ndim
    order = g.draw(st.permutations(range(rank))) if rank and g.draw(st.booleans()) else []
    g.step("transpose", x, args=tuple(g.draw(either_way(axis, rank)) for axis in order))


def _broadcast_to(g: Growing) -> None:
    x = g.any()
    kept = [s if s > 1 else g.draw(st.integers(1, 3)) for s in g.values[x].shape]
    added = g.draw(st.lists(st.integers(1, 3), max_size=1)) if len(kept) < 4 else []
    g.step("broadcast_to", x, args=((*added, *kept),))


def _getitem(g: Growing) -> None:
    x = g.any()
    g.step("getitem", x, args=(g.draw(indices(g.values[x].shape)),))


def _join(op: str) -> Any:
    def append(g: Growing) -> None:
        x = g.any()
        shape = g.values[x].shape
        ranks = len(shape) + (op == "stack")
        if not 0 < ranks <= 4:
            return
        others = [
            g.partner(lambda other: other == shape, st.just(shape))
            for _ in range(g.draw(st.integers(0, 2)))
        ]
        g.step(op, *g.draw(st.permutations([x, *others])), axis=g.draw(some_axis(ranks)))

    return append


def _matmul(g: Growing) -> None:
    a = g.any()
    shape = g.values[a].shape
    if not shape:
        return
    wanted = st.integers(1, 4).flatmap(lambda m: st.sampled_from([(shape[-1], m), (shape[-1],)]))
    b = g.partner(lambda other: _multiply(shape, other), wanted)
    g.step("matmul", a, b)


def _multiply(a: Shape, b: Shape) -> bool:
    """Whether two shapes can be multiplied, with batches that broadcast."""
    if not b:
        return False
    inner = b[0] if len(b) == 1 else b[-2]
    return a[-1] == inner and _broadcast_together(a[:-2], b[:-2])


def _softmax(g: Growing) -> None:
    x = g.any()
    if g.values[x].ndim:
        g.step("softmax", x, axis=g.draw(some_axis(g.values[x].ndim)))


def _cross_entropy(g: Growing) -> None:
    x = g.any()
    shape = g.values[x].shape
    if shape:
        targets = g.rng.integers(0, shape[-1], shape[:-1])
        said = {"reduction": g.draw(st.sampled_from(["mean", "sum", "none"]))}
        g.step("cross_entropy", x, args=(targets,), **said)


APPEND: dict[str, Callable[[Growing], None]] = {
    "neg": _plain("neg"),
    "exp": _plain("exp", lambda x: x.max() < 3),
    "log": _plain("log", lambda x: x.min() > 0.2),
    "tanh": _plain("tanh"),
    "relu": _plain("relu", lambda x: np.abs(x).min() > 1e-2),
    "pow": _pow,
    "gelu": _gelu,
    "add": _pair("add"),
    "sub": _pair("sub"),
    "mul": _pair("mul"),
    "div": _pair("div"),
    "sum": _reduce("sum"),
    "mean": _reduce("mean"),
    "reshape": _reshape,
    "transpose": _transpose,
    "broadcast_to": _broadcast_to,
    "getitem": _getitem,
    "cat": _join("cat"),
    "stack": _join("stack"),
    "matmul": _matmul,
    "softmax": _softmax,
    "cross_entropy": _cross_entropy,
}
assert set(APPEND) | set(TOOLS) == set(SLOTS)
