"""Calls of functions that are no slots, in words: what was given, and what is wrong.

It speaks of the probes ``call`` and ``rule`` of :mod:`autograder.sandbox.program`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ..sandbox.program import Program
from ..verdict import Finding
from . import arrays, naming

PROBES = ("call", "rule")
SHORT = 6  # numbers of an array that a call spells out
Rows = list[tuple[str, str]]


def rows(program: Program) -> Rows:
    """The call, and what it is given."""
    found = [("case", program.name)] if program.name else []
    if program.probe == "rule":
        return [*found, *_rule(program)]
    options = program.options
    found.append(("", call(program)))
    for name, value in {**options["args"], **options["kwargs"]}.items():
        found += _argument(name, value)
    if "backward" in options["views"]:
        found.append(("", "then result.backward(upstream)"))
        if program.upstream is not None:
            found.append(("upstream", arrays.described(program.upstream)))
    if "after" in options["views"]:
        found.append(("", "then everything that it was given is looked at again"))
    return found


def call(program: Program) -> str:
    """``numerical_derivative(np.exp, x, 0.1, central=False)``"""
    options = program.options
    given = [_spelt(name, value) for name, value in options["args"].items()]
    given += [f"{name}={_spelt(name, value)}" for name, value in options["kwargs"].items()]
    return f"{options['function']}({', '.join(given)})"


def _spelt(name: str, value: Any) -> str:
    """A number or a function itself, the name of anything larger."""
    if isinstance(value, Mapping) and "function" in value:
        return str(value["function"])
    if isinstance(value, Mapping) and "number" in value:
        return f"np.{value['number'].dtype}({naming.literal(value['number'][()])})"
    if isinstance(value, (np.ndarray, Mapping, list, tuple)):
        return name
    return naming.literal(value)


def _argument(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, np.ndarray):
        yield name, arrays.described(value)
    elif isinstance(value, (list, tuple)):
        for number, part in enumerate(value):
            for _, said in _argument(name, part):
                yield "" if number else name, f"[{number}] {said}"
    elif isinstance(value, Mapping) and "tensor" in value:
        grad = value.get("grad")
        held = "" if grad is None else f"; its grad {arrays.described(grad)}"
        yield name, f"Tensor {arrays.described(value['tensor'])}{held}"
    elif isinstance(value, Mapping):
        for free, array in value.get("with", {}).items():
            yield free, arrays.described(array)


def _rule(program: Program) -> Rows:
    """The operands, the op, and the rule's call."""
    named, (step,) = operands(program), program.steps
    found = [(n, arrays.described(leaf)) for n, leaf in zip(named, program.leaves, strict=True)]
    kwargs = [f"{key}={naming.literal(value)}" for key, value in step.kwargs.items()]
    given = ", ".join(["out", "g", *named[:-1], *kwargs])
    found.append(("", f"out = {naming.call(step, named)}"))
    found.append(("", f"{program.options['function']}({given})"))
    return found


def operands(program: Program) -> list[str]:
    """The names of a rule's leaves: its operands and the upstream gradient."""
    return ["x", "g"] if len(program.leaves) == 2 else ["a", "b", "g"]


def value_name(finding: Finding) -> str:
    """The array that is wrong, as a reader would write it."""
    program, value = finding.example.program, finding.value
    if program.probe == "call":
        return "the result" if value == "result" else value.replace("result[", "the result's [")
    named = operands(program)
    if value.startswith("result"):
        return f"the gradient of {named[int(value[len('result') :])]}"
    return f"the derivative of what it returns by {named[int(value[len('grad') :])]}"


def headline(finding: Finding) -> str | None:
    """One sentence without a full stop, where a call's differs from what is said of an op."""
    error = finding.result.error
    if finding.outcome == "raised" and error is not None and error.phase in ("forward", "backward"):
        backward = " in a backward pass through its result" * (error.phase == "backward")
        return f"{error.kind}{backward}"
    if finding.kind == "missing" and finding.example.program.probe == "rule":
        leaf = operands(finding.example.program)[int(finding.value[len("grad") :])]
        return f"from what it returns, no way leads back to {leaf}"
    if finding.kind in ("forward", "gradient") and not finding.value.endswith(".grad"):
        return f"{value_name(finding)} is not as expected"
    return None


def replay(program: Program) -> str:
    """One line for a notebook cell that makes the same call; the check if there is no short one."""
    options = program.options
    if program.probe != "call" or options["views"]:
        return f'check("{options["function"]}")'
    given = [_source(value) for value in options["args"].values()]
    given += [f"{name}={_source(value)}" for name, value in options["kwargs"].items()]
    if None in given or any(part and part.endswith("=None") for part in given):
        return f'check("{options["function"]}")'
    return f"{options['function']}({', '.join(map(str, given))})"


def _source(value: Any) -> str | None:
    """A value as Python source; None if there is no short one."""
    if isinstance(value, np.ndarray):
        if value.size > SHORT or value.size == 0:
            return None
        dtype = "" if value.dtype in (np.float64, np.int64) else f", np.{value.dtype}"
        return f"np.array({naming.literal(value)}{dtype})"
    if isinstance(value, Mapping):
        short = "tensor" not in value and not value.get("with")
        return _spelt("", value) if short else None
    return None if isinstance(value, (list, tuple)) else naming.literal(value)
