"""A student's own engine: the right bodies of the notebooks that were handed in before.

What a later notebook builds is checked on it. A body that does not pass its own check has cost its
points there; here the reference stands in for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from autograder.exercises.functions import FUNCTIONS
from minitorch.slots import SLOTS

from .bodies import Body
from .plan import Ask

ABSENT = "not handed in"


@dataclass(frozen=True)
class Engine:
    """The engine that functions are checked on, beside which the reference fills every other slot.

    bodies  a student's own, by slot
    note    whose bodies these are, in plain words; empty where it is the reference's engine
    """

    bodies: Mapping[str, Body] = field(default_factory=dict)
    note: str = ""


REFERENCE = Engine()


def runs_on_own(ask: Ask) -> bool:
    """Whether a check asks for the student's own engine."""
    return ask.name in FUNCTIONS and FUNCTIONS[ask.name].own_engine


def engine(found: Iterable[tuple[str, Body, str]]) -> Engine:
    """The engine of these slots.

    found  for each slot its name, its body, and the outcome of its own check
    """
    known = {name: (body, outcome) for name, body, outcome in found}
    right = {name: body for name, (body, outcome) in known.items() if outcome == "right"}
    outcomes = {name: known[name][1] if name in known else ABSENT for name in SLOTS}
    return Engine(right, "; ".join(_said(outcomes)))


def _said(outcomes: Mapping[str, str]) -> Iterator[str]:
    own = [name for name, outcome in outcomes.items() if outcome == "right"]
    count = {0: "no body", 1: "one body", len(outcomes): "every body"}.get(len(own))
    yield f"checked on {count or f'{len(own)} bodies'} of the student's own engine"
    for outcome in dict.fromkeys(outcomes.values()):
        names = [name for name, said in outcomes.items() if said == outcome]
        if outcome == ABSENT:
            names = list(dict.fromkeys(SLOTS[name].notebook for name in names))
        if outcome != "right":
            yield f"{outcome}, so the reference's: {', '.join(names)}"
