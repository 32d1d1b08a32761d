"""A program in words: names for its values, its steps as calls, and one line that replays it."""

from __future__ import annotations

import string
from typing import Any

import numpy as np

from ..sandbox.program import Program, Step

FEW = 16  # elements of all leaves together that a replay spells out
STEPS = 4  # steps shown at either end of a longer program
_OPERATORS = {"add": "+", "sub": "-", "mul": "*", "div": "/", "matmul": "@"}
_FUNCTIONS = {"unbroadcast", "cross_entropy"}
_SLIPS = {
    "factor": "multiplied by {0:g}",
    "offset": "{0:+g} on every element",
    "one": "{0:+g} on the last element",
    "zero": "replaced by zeros",
    "nan": "replaced by NaN",
    "upstream_ignored": "without the upstream gradient",
}


def names(program: Program) -> list[str]:
    """One name a value: the leaves, then the steps; the last value is ``out``."""
    leaves, steps = len(program.leaves), len(program.steps)
    first = program.steps[0].op if steps else ""
    if first == "unbroadcast":
        named = ["grad"]
    elif first == "cross_entropy":
        named = ["logits", "targets"][:leaves]
    else:
        named = ["x"] if leaves == 1 else list(string.ascii_lowercase[:leaves])
    named += [f"v{i}" for i in range(len(named), leaves)]
    between = [f"h{i + 1}" for i in range(max(steps - 1, 0))]
    return [*named, *between, "out"][: leaves + max(steps, 0)]


def calls(program: Program) -> list[str]:
    """The steps as a reader would write them, ``out = x.exp()``; the middle of a long one cut."""
    named, first = names(program), len(program.leaves)
    shown = list(range(len(program.steps)))
    if len(shown) > 2 * STEPS + 1:
        shown = [*shown[:STEPS], -1, *shown[-STEPS:]]
    cut = len(program.steps) - 2 * STEPS
    return [
        f"... {cut:,} more steps ..."
        if i < 0
        else f"{named[first + i]} = {call(program.steps[i], named)}"
        for i in shown
    ]


def call(step: Step, named: list[str]) -> str:
    """One step, in operators where Python has one."""
    operands = [named[number] for number in step.operands]
    kwargs = {k: v for k, v in step.kwargs.items() if k not in ("slip", "amount", "slipped")}
    rest = [*map(literal, step.args), *(f"{k}={literal(v)}" for k, v in kwargs.items())]
    op = step.op
    if op.startswith("hand."):
        return _slipped(f"{op.removeprefix('hand.')}({', '.join([*operands, *rest])})", step)
    if op in _OPERATORS and len(operands) == 2:
        return f"{operands[0]} {_OPERATORS[op]} {operands[1]}"
    if op == "neg":
        return f"-{operands[0]}"
    if op == "pow" and not kwargs:
        return f"{operands[0]} ** {rest[0]}"
    if op == "getitem" and len(step.args) == 1:
        return f"{operands[0]}[{_index(step.args[0])}]"
    if op in ("cat", "stack"):
        listed = f"[{', '.join(operands)}]"
        return f"{op}({', '.join([listed, *rest])})"
    if op in _FUNCTIONS:
        return f"{op}({', '.join([*operands, *rest])})"
    return f"{operands[0]}.{op}({', '.join([*operands[1:], *rest])})"


def _slipped(written: str, step: Step) -> str:
    if "slip" not in step.kwargs:
        return written
    how = _SLIPS.get(step.kwargs["slip"], step.kwargs["slip"])
    return f"{written}, its gradient {how.format(step.kwargs.get('amount', 0.0))} on purpose"


def _index(index: Any) -> str:
    if isinstance(index, tuple):
        return ", ".join(map(_index, index)) + ("," if len(index) == 1 else "") or "()"
    if isinstance(index, slice):
        ends = ["" if part is None else str(part) for part in (index.start, index.stop)]
        return ":".join(ends) + (f":{index.step}" if index.step is not None else "")
    if index is Ellipsis:
        return "..."
    return literal(index)


def literal(value: Any) -> str:
    """A value as Python source, numbers to six digits."""
    if isinstance(value, np.ndarray):
        return literal(value.tolist()) if value.size else _array(value, spelt=True)
    if isinstance(value, (list, tuple)):
        inner = ", ".join(map(literal, value))
        if isinstance(value, tuple):
            return f"({inner},)" if len(value) == 1 else f"({inner})"
        return f"[{inner}]"
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, (float, np.floating)):
        return f"{value:.6g}" if np.isfinite(value) else f"float('{value}')"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    return repr(value)


def replay(program: Program, slot: str, value: str) -> str:
    """One line for a notebook cell that shows the same mistake; it needs ``np`` and ``Tensor``.

    Small leaves are spelt out; larger ones are drawn anew in the same shapes. Where the program
    has nodes made by hand, is long, or is more than a pass or two, the check is the replay.
    """
    if program.probe in ("call", "rule"):
        from .called import replay as replayed

        return replayed(program)
    by_hand = any(step.op.startswith("hand.") for step in program.steps)
    long = len(program.steps) > 2 * STEPS
    if by_hand or long or not program.steps or program.probe not in ("run", "bare", "twice"):
        return f'check("{slot}")'
    spelt = program.elements <= FEW
    if program.steps[0].op == "unbroadcast":
        return f"grad = np.asarray({_array(program.leaves[0], spelt)}); " + calls(program)[0][6:]
    passes = {"run": 0 if program.upstream is None else 1, "bare": 1, "twice": 2}[program.probe]
    passes *= value != "out"  # a wrong output shows without one, and may be refused by it
    bare = program.probe == "bare" or program.upstream is None
    given = "" if bare else _array(program.upstream, spelt)
    named = names(program)
    leaf = value.removeprefix("grad")
    shown = f"{named[int(leaf)]}.grad" if leaf.isdigit() else "out"
    return "; ".join(
        [*_leaves(program, spelt), *calls(program), *[f"out.backward({given})"] * passes, shown]
    )


def _leaves(program: Program, spelt: bool) -> list[str]:
    return [
        f"{name} = Tensor({_array(leaf, spelt)}{', requires_grad=True' if flag else ''})"
        for name, leaf, flag in zip(names(program), program.leaves, program.flags(), strict=False)
    ]


def _array(array: Any, spelt: bool) -> str:
    double = array.dtype == np.float64
    if array.size == 0:
        return f"np.zeros({array.shape}{'' if double else f', np.{array.dtype}'})"
    if spelt:
        return literal(array) if double else f"np.array({literal(array)}, np.{array.dtype})"
    if array.dtype.kind != "f":
        return f"np.zeros({array.shape}, np.{array.dtype})"
    drawn = f"np.random.default_rng(0).standard_normal({array.shape})"
    return drawn if double else f"{drawn}.astype(np.{array.dtype})"
