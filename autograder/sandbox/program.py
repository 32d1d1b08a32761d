"""Programs: what the oracles ask an engine to do, and what comes back.

A program is leaves (arrays), steps (an op on values already there), and an upstream gradient.
Values are numbered, the leaves first; the output is the last one. Programs and results hold
arrays, numbers and text alone, so that they mean the same to every backend: the student's engine
in this process, the same behind a wire, PyTorch, and the reference.

What holds arrays is equal to itself alone: arrays have no one answer to ``==``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

PROBES = {
    "run": "forward, and backward where there is an upstream: out, grad0, grad1 ...",
    "bare": "the same, calling backward() without a gradient",
    "twice": "backward called twice through one output: the leaves' grads",
    "again": "the whole program twice, on new leaves: the second run's out and grads",
    "stale": "the leaves hold grads of ones before backward: grads",
    "no_grad": "forward inside no_grad: out, requires_grad (0/1), parents (how many)",
    "nodes": "every value's grad after the pass, and how often each hand-made closure ran",
    "mutation": "after the pass, what the engine was given: leaf0 ..., upstream, arguments (0/1)",
    "alias": "write into one array after another; what the others hold afterwards",
    "death": "how many of the program's tensors are alive once nothing refers to them",
    "differences": "forward alone, one element of one leaf moved at a time",
    "gradcheck": "what the gradcheck slot says of the program, and what it left behind",
    "call": "what a function that is no slot returns, and what it left behind",
    "rule": "what a rule in Tensor ops returns, and how that changes with every leaf",
    "suite": "whether a test refuses an engine",
    "draws": "what a strategy draws",
}


@dataclass(frozen=True, eq=False)
class Step:
    """One op on values that are already there.

    op        a slot's name, or ``hand.NAME`` for a node that the executor builds itself
    operands  the numbers of its tensor operands
    args      further positional arguments: numbers, tuples, arrays, slices
    kwargs    keyword arguments, likewise
    """

    op: str
    operands: tuple[int, ...]
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Program:
    """Leaves, steps and an upstream gradient; see the module's docstring.

    requires_grad  one flag a leaf; empty means that every float leaf requires grad
    upstream       an array of the output's shape, or None: forward alone
    probe          what to do with it, a key of PROBES
    name           what a report calls it, for instance "ties"
    options        what the probe takes besides: ``gradient`` ("array", "list" or "tensor") says how
                   backward is given the upstream; ``differences`` and ``gradcheck`` take more
    """

    leaves: tuple[np.ndarray, ...]
    steps: tuple[Step, ...]
    upstream: np.ndarray | None = None
    requires_grad: tuple[bool, ...] = ()
    probe: str = "run"
    name: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)

    def flags(self) -> tuple[bool, ...]:
        """Whether each leaf requires grad."""
        return self.requires_grad or tuple(leaf.dtype.kind == "f" for leaf in self.leaves)

    @property
    def elements(self) -> int:
        """How many numbers all arrays hold; the smallest failing program is shown."""
        return sum(array.size for array in self.arrays())

    def arrays(self) -> Iterator[np.ndarray]:
        """The leaves, and the arrays among a call's arguments."""
        yield from self.leaves
        yield from _arrays(self.options.get("args", {}))

    def as_data(self) -> dict[str, Any]:
        """Plain data for the wire."""
        data = {f.name: getattr(self, f.name) for f in fields(self)}
        data["options"] = dict(self.options)
        data["steps"] = tuple((s.op, s.operands, s.args, dict(s.kwargs)) for s in self.steps)
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Program:
        """The program that :meth:`as_data` described."""
        steps = tuple(Step(op, tuple(of), tuple(a), dict(kw)) for op, of, a, kw in data["steps"])
        return cls(**{**data, "steps": steps})


def _arrays(value: Any) -> Iterator[np.ndarray]:
    """The arrays in an argument."""
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, Mapping):
        yield from _arrays(list(value.values()))
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _arrays(part)


def moves(leaf: np.ndarray, eps: float, multiples: Sequence[float]) -> np.ndarray:
    """Where central differences look: every element, moved by every multiple of its step.

    The step is ``eps * max(1, abs(x))``. Judge and executor both call this, so that a difference of
    two points is exactly the distance between two arguments. Shape (elements, multiples).
    """
    x = leaf.reshape(-1, 1)
    points: np.ndarray = x + eps * np.maximum(1.0, np.abs(x)) * np.asarray(multiples)
    return points


@dataclass(frozen=True)
class Raised:
    """An exception that a body let out.

    kind     the exception's class name
    message  its text, cut short
    phase    ``load``, ``forward`` or ``backward``
    line     the body's source line that raised, if known
    """

    kind: str
    message: str
    phase: str
    line: str = ""


@dataclass(frozen=True, eq=False)
class Result:
    """What came back: named arrays (None where there is no grad), and what was raised, if anything.

    Of a backward that raised, the output is still there.
    """

    values: Mapping[str, np.ndarray | None] = field(default_factory=dict)
    error: Raised | None = None

    def as_data(self) -> dict[str, Any]:
        """Plain data for the wire."""
        error = self.error and (
            self.error.kind,
            self.error.message,
            self.error.phase,
            self.error.line,
        )
        return {"values": dict(self.values), "error": error}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Result:
        """The result that :meth:`as_data` described; ValueError if it is not one."""
        values, error = data["values"], data["error"]
        if not isinstance(values, dict) or not all(
            isinstance(key, str) and (value is None or isinstance(value, np.ndarray))
            for key, value in values.items()
        ):
            raise ValueError("a result's values are named arrays")
        if error is not None and not (
            len(error) == 4 and all(isinstance(part, str) for part in error)
        ):
            raise ValueError("a result's error is four strings")
        return cls(values, error and Raised(*error))
