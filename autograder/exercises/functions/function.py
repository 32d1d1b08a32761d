"""What is asked of one function that is no slot: a :class:`Function`, and examples of calls."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from autograder.sandbox import wire
from autograder.sandbox.program import Program, Step
from autograder.verdict import Example, Misconception

Arrays = Mapping[str, np.ndarray | None]


@dataclass(frozen=True)
class Complaint:
    """What a judge finds wrong: a sentence without a full stop, and the value it is about."""

    words: str
    value: str = ""


@dataclass(frozen=True, eq=False)
class Mistake:
    """A mistake that a function's answers may look like.

    predicts  the arrays that it would give to an example, by name; empty where it says nothing
    """

    id: str
    symptom: str
    concept: str
    predicts: Callable[[Example], Mapping[str, np.ndarray | None]]

    def described(self, read: str) -> Misconception:
        return Misconception(self.id, self.symptom, self.concept, read)


@dataclass(frozen=True, eq=False)
class Function:
    """What is asked of one function.

    name      its name in the notebook that teaches it
    notebook  that notebook
    parts     an oracle's name: makes its examples, in which the oracle is still empty; PyTorch is
              imported when they are made
    drawn     makes the Hypothesis strategy of such examples
    asks      makes those of the oracle ``hypothesis`` from the seed and their number, in place of
              ``drawn``
    judges    a judge's name: what it finds wrong with the answers to an example
    mistakes  those that are recognised
    uses      other functions that it calls: grading lends the reference of these
    beside    packages that it may import in grading, besides NumPy and minitorch
    own_engine  whether grading runs it on the student's own engine, as far as that is handed in
    few       how many examples Hypothesis draws for ``check`` in a notebook
    cpu       seconds of CPU time that a check of it may take in grading
    """

    name: str
    notebook: str
    parts: Mapping[str, Callable[[], Iterable[Example]]] = field(default_factory=dict)
    drawn: Callable[[], Any] | None = None
    asks: Callable[[int, int], Iterable[Example]] | None = None
    judges: Mapping[str, Callable[[Example, Arrays], Iterator[Complaint]]] = field(
        default_factory=dict
    )
    mistakes: Sequence[Mistake] = ()
    uses: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    own_engine: bool = False
    few: int = 30
    cpu: float = 5.0


@dataclass(frozen=True, eq=False)
class Question:
    """A drawn example; two that ask the same have the same key."""

    example: Example

    @property
    def key(self) -> str:
        return hashlib.sha256(wire.encode(self.example.program.as_data())).hexdigest()


def asked(
    function: str,
    args: Mapping[str, Any],
    returns: str,
    expected: Arrays | None = None,
    *,
    name: str = "",
    kwargs: Mapping[str, Any] | None = None,
    views: tuple[str, ...] = (),
    upstream: np.ndarray | None = None,
    within: tuple[float, float] | None = None,
    judged: str = "",
    hints: Mapping[str, np.ndarray] | None = None,
) -> Example:
    """The example of one call; see :func:`autograder.sandbox.calls.call` for what it takes.

    With the view ``after`` the arguments' arrays are expected to be what they were.
    """
    options = {"function": function, "args": args, "kwargs": kwargs or {}, "returns": returns}
    program = Program(
        (), (), upstream=upstream, probe="call", name=name, options={**options, "views": views}
    )
    kept = dict(_unchanged(args)) if "after" in views else {}
    return Example(
        "",
        program,
        {**(expected or {}), **kept},
        within=within,
        judged=judged,
        hints=hints or {},
    )


def asked_of_rule(
    function: str,
    op: str,
    leaves: tuple[np.ndarray, ...],
    expected: Arrays,
    weights: tuple[np.ndarray, ...],
    *,
    name: str = "",
    kwargs: Mapping[str, Any] | None = None,
) -> Example:
    """The example of one rule; see :func:`autograder.sandbox.calls.rule`."""
    step = Step(op, tuple(range(len(leaves) - 1)), (), kwargs or {})
    options = {"function": function, "weights": weights}
    return Example(
        "", Program(leaves, (step,), probe="rule", name=name, options=options), expected, exact=True
    )


def _unchanged(args: Mapping[str, Any]) -> Iterator[tuple[str, np.ndarray | None]]:
    for name, value in args.items():
        parts = {name: value}
        if isinstance(value, (list, tuple)):
            parts = {f"{name}[{i}]": part for i, part in enumerate(value)}
        for key, part in parts.items():
            if isinstance(part, np.ndarray):
                yield key, part
            elif isinstance(part, Mapping) and "tensor" in part:
                yield f"{key}.data", part["tensor"]
                yield f"{key}.grad", part.get("grad")


def tensor(
    data: np.ndarray, grad: np.ndarray | None = None, requires_grad: bool = True
) -> dict[str, Any]:
    """A Tensor among the arguments of a call."""
    return {"tensor": data, "requires_grad": requires_grad, "grad": grad}


def handed(text: str, **free: np.ndarray) -> dict[str, Any]:
    """A function among the arguments of a call: one of those in the sandbox's ``given.TEXTS``."""
    return {"function": text, "with": free}


def argument(example: Example, name: str) -> Any:
    """What an example's call gives to one parameter; None if nothing."""
    options = example.program.options
    return options["args"].get(name, options["kwargs"].get(name))
