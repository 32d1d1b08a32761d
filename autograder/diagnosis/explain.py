"""Find the one misconception that explains all answers, or none."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import numpy as np

from ..sandbox.program import Result
from ..verdict import Example, Finding, Misconception
from . import (
    broadcasting,
    elementwise,
    generic,
    matmul,
    probabilities,
    reductions,
    shapes,
    unbroadcast,
)
from .case import cases
from .catalog import described
from .gradchecks import answers_of_gradcheck
from .model import Model, blew_up, fits
from .patterns import pattern
from .walks import walk_of

_FAMILIES = (elementwise, broadcasting, unbroadcast, reductions, shapes, matmul, probabilities)


@cache
def known() -> dict[str, tuple[Model, ...]]:
    """The misconceptions of each slot, as models."""
    return {slot: tuple(models) for family in _FAMILIES for slot, models in family.models()}


def explain(
    slot: str, findings: Sequence[Finding], others: Iterable[tuple[Example, Result]] = ()
) -> Misconception | None:
    """The misconception that the answers look like; None where none fits, or more than one.

    others  examples that passed, or that were not compared: an explanation has to fit them too
    """
    if not findings:
        return None
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a mean over nothing
        name = _explained(slot, findings, tuple(others))
        usual = [finding for finding in findings if not _is_corner(finding)]
        if name is None and 0 < len(usual) < len(findings):
            name = _explained(slot, usual, tuple(others))  # the corner may be a second mistake
    return None if name is None else described(name, slot)


def _explained(
    slot: str, findings: Sequence[Finding], others: Sequence[tuple[Example, Result]]
) -> str | None:
    if slot == "backward":
        return walk_of(findings, others) or pattern(slot, findings, others)
    if slot == "gradcheck":
        return answers_of_gradcheck(findings, others) or pattern(slot, findings, others)
    asked = cases(slot, findings, others)
    if any(case.failed for case in asked):
        for models in (known().get(slot, ()), tuple(generic.models())):
            fitting = {model.id for model in models if fits(model, asked)}
            if len(fitting) > 1 and all(map(_is_corner, findings)):
                break  # NaN is NaN, whichever formula it comes from
            if fitting and any(map(_is_operand_changed, findings)):
                return "mutates-data"  # which no formula explains
            if fitting:
                return fitting.pop() if len(fitting) == 1 else None
    return pattern(slot, findings, others)


def _is_operand_changed(finding: Finding) -> bool:
    named = finding.value.startswith("leaf") and "/" not in finding.value
    return finding.kind == "mutation" and named


def _is_corner(finding: Finding) -> bool:
    """An error that did not come, or NaN or inf where finite numbers belong."""
    return finding.kind == "accepted" or blew_up(finding.got, finding.expected)


def identifiers() -> Iterator[str]:
    """The id of every misconception that a model can name."""
    for models in (*known().values(), tuple(generic.models())):
        yield from (model.id for model in models)
