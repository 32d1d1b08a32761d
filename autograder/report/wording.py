"""What is said: headlines for findings, and what a combination of oracles means."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..verdict import ORACLES, Finding, Verdict
from . import called, lineup
from .naming import names

PROBES = {
    "bare": "out.backward() is called without a gradient",
    "twice": "out.backward(upstream) is called twice",
    "again": "all of it runs twice, on new tensors; the second run is shown",
    "stale": "every leaf that requires grad holds a grad of ones before backward",
    "no_grad": "all of it runs inside no_grad()",
    "alias": "after backward, one array after another is written into",
    "mutation": "after backward, every array that went in is looked at again",
    "death": "after backward, nothing refers to the tensors any more",
}
_FINE = {"right", "not run"}


def value_name(finding: Finding) -> str:
    """The array that is wrong, as a reader would write it."""
    program, value = finding.example.program, finding.value
    if program.probe in called.PROBES:
        return called.value_name(finding)
    if "/" in value:
        return _plain_name(value.partition("/")[2], names(program))
    return _plain_name(value, names(program))


def _plain_name(value: str, named: list[str]) -> str:
    for prefix, suffix in (("grad", ".grad"), ("leaf", ".data")):
        number = value.removeprefix(prefix)
        if number != value and number.isdigit() and int(number) < len(named):
            return named[int(number)] + suffix
    known = {"upstream": "the upstream gradient", "out": "out", "verdict": "the answer"}
    return known.get(value, value)


def headline(verdict: Verdict) -> str:
    """One sentence without a full stop: what was seen, of the smallest failing case."""
    finding = verdict.smallest
    if finding is None:
        return verdict.note or "not as expected"
    if lineup.is_lineup(finding):
        return lineup.headline(verdict)
    if finding.kind in ("returned", "judged"):
        return finding.note
    if finding.example.program.probe in called.PROBES and (said := called.headline(finding)):
        return said
    if finding.kind == "lost" and finding.result.error is not None:
        return finding.result.error.message or "no answer came back"
    if finding.outcome == "raised" and finding.result.error is not None:
        error = finding.result.error
        where = {"load": "while it was loaded", "forward": "in the forward pass"}
        if finding.example.program.probe == "gradcheck" and error.phase != "load":
            return error.kind
        return f"{error.kind} {where.get(error.phase, 'in the backward pass')}"
    return _HEADLINES.get(finding.kind, _other)(finding)


def _other(finding: Finding) -> str:
    return f"{value_name(finding)} is not as expected" if finding.value else "not as expected"


def _forward(finding: Finding) -> str:
    if finding.value == "verdict":
        return f"answered {bool(finding.got)}, expected {bool(finding.expected)}"
    if finding.value == "requires_grad":
        return _flag(finding, "the result requires grad", "the result does not require grad")
    if finding.value == "parents":
        return f"the result keeps {_count(finding.got, 'parent')}, expected {finding.expected}"
    return "the output is not the expected one"


def _flag(finding: Finding, one: str, zero: str) -> str:
    return one if finding.got is not None and finding.got.any() else zero


def _count(array: np.ndarray | None, noun: str) -> str:
    """How many there are, as far as the answer is a number at all."""
    if array is None or array.size != 1 or not np.isfinite(array).all():
        return f"{noun}s"
    count = int(array.item())
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _gradient(finding: Finding) -> str:
    if finding.value == "visits":
        return "a node's closure ran more or less often than once"
    when = {
        "twice": " after a second backward",
        "again": " in a second run",
        "stale": " where a grad was there before",
    }.get(finding.example.program.probe, "")
    return f"{value_name(finding)} is not the expected gradient{when}"


def _shape(finding: Finding) -> str:
    got, expected = finding.got, finding.expected
    if got is None or expected is None:
        return f"{value_name(finding)} has the wrong shape"
    return f"{value_name(finding)} has shape {got.shape}, expected {expected.shape}"


def _dtype(finding: Finding) -> str:
    got, expected = finding.got, finding.expected
    if got is None or expected is None:
        return f"{value_name(finding)} has the wrong dtype"
    return f"{value_name(finding)} has dtype {got.dtype}, expected {expected.dtype}"


def _aliasing(finding: Finding) -> str:
    written, _, read = finding.value.partition("/")
    named = names(finding.example.program)
    if not read or read == "writable":
        return f"{_plain_name(written, named)} is not an array of its own"
    return f"writing into {_plain_name(written, named)} changes {_plain_name(read, named)}"


def _alive(finding: Finding) -> str:
    return f"{_count(finding.got, 'tensor')} still alive when nothing refers to the graph"


_HEADLINES = {
    "forward": _forward,
    "gradient": _gradient,
    "shape": _shape,
    "dtype": _dtype,
    "aliasing": _aliasing,
    "alive": _alive,
    "missing": lambda f: f"{value_name(f)} is None, expected a gradient",
    "unwanted": lambda f: f"{value_name(f)} holds a gradient, expected None",
    "mutation": lambda f: f"{value_name(f)} is not what it was before",
    "accepted": lambda f: "no error came where one is due",
    "kink": lambda f: f"{value_name(f)} cannot be checked at a kink",
    "lost": lambda f: "no answer came back",
    "raised": lambda f: "raised an exception",
}


def reading(oracles: Mapping[str, str], kind: str = "gradient") -> str:
    """What the combination of the oracles' outcomes means; empty where it says nothing.

    kind  of the smallest finding: only where numbers were compared do they say what to suspect
    """
    outcome = {name: oracles.get(name, "not run") for name in ORACLES}
    bad = {name for name in ORACLES if outcome[name] not in _FINE}
    asked = {name for name in ORACLES if outcome[name] != "not run"}
    if not bad or not asked:
        return ""
    if bad == asked and all(outcome[name] == "raised" for name in bad):
        return "No oracle got as far as comparing numbers."
    pytorch, numeric = "pytorch" in bad, "gradcheck" in bad
    if bad == asked and not asked & {"pytorch", "gradcheck"}:
        return ""
    if (pytorch or numeric) and kind not in ("forward", "gradient"):
        return ""
    if pytorch and numeric:
        return (
            "Neither PyTorch nor central differences agree with it: the formula is the first "
            "suspect."
        )
    if pytorch and outcome["gradcheck"] == "right":
        return (
            "Central differences agree, PyTorch does not: the gradient fits the forward that was "
            "written, so the forward, or a convention, is the first suspect."
        )
    if numeric and outcome["pytorch"] == "right":
        return (
            "PyTorch agrees, central differences do not: gradcheck is the first suspect (a kink, a "
            "step that does not suit the values), or an array that changed while it looked."
        )
    return _others(bad)


def _others(bad: set[str]) -> str:
    if bad == {"graph"}:
        return (
            "The numbers of single passes are right: what is off is how the body treats the graph, "
            "or the arrays around it."
        )
    if bad == {"edges"}:
        return "Ordinary cases are right, a special one is not."
    if bad == {"hypothesis"}:
        return "The fixed cases are right, some random shapes or arguments are not."
    if bad <= {"edges", "hypothesis"}:
        return "The fixed cases are right, unusual shapes, arguments or values are not."
    if bad <= {"edges", "hypothesis", "graph"}:
        return "Plain cases are right, some shapes, special values or graphs are not."
    return ""
