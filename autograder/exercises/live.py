"""What ``check`` asks in a notebook: a few examples, drawn once, and a search for the smallest."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from autograder.oracles.budget import NOTEBOOK
from autograder.oracles.here import Backend
from autograder.oracles.shrinking import shrink
from autograder.oracles.verdicts import examine
from autograder.verdict import Example, Verdict

from . import EXERCISES, draws
from .drawn_cases import use_temporary_storage
from .examples import answered, draw, draw_engine, in_order

BY_CHANCE = {"gradcheck"}  # its upstream gradient is random, so two runs need not agree
STATE = "asked the same once more, it answers rightly: does the body keep state between runs?"


@lru_cache(maxsize=64)
def _drawn(slot: str) -> tuple[Example, ...]:
    return draw(slot, 0, NOTEBOOK)


@lru_cache(maxsize=16)
def _engine(notebook: str) -> tuple[Example, ...]:
    return draw_engine(notebook, 0, NOTEBOOK)


def examine_slot(slot: str, backend: Backend) -> Verdict:
    """All oracles on a small budget; if random shapes fail, the smallest such case as well."""
    examples = _drawn(slot)
    verdict = examine(slot, backend, examples, NOTEBOOK)
    if verdict.oracles["hypothesis"] not in ("wrong", "raised"):
        return verdict
    exercise = EXERCISES[slot]
    use_temporary_storage()
    smallest = shrink(
        exercise.draws(draws), lambda case: answered(exercise, "hypothesis", case), backend
    )
    if smallest.example is not None and not smallest.flaky:
        examples = in_order([*examples, smallest.example])
        verdict = examine(slot, backend, examples, NOTEBOOK)
    flaky = smallest.flaky and slot not in BY_CHANCE
    return replace(verdict, note=STATE) if flaky else verdict


def examine_engine(name: str, notebook: str, backend: Backend) -> Verdict:
    """Random programs over all slots taught so far."""
    return examine(name, backend, _engine(notebook), NOTEBOOK)
