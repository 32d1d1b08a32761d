"""What the hidden part of a grade cell calls, in a kernel: the same questions that the judge asks.

The judge reads these calls and runs none of them. Where nbgrader runs the cells itself (its
plug-ins are off), each call raises if its check does not come out right, with the report as its
text. The examples are those of the seed in AUTOGRADER_SEED; where AUTOGRADER_REFERENCE names a
folder of reference bodies, each slot is checked beside the reference of every other.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from minitorch.slots import SLOTS, attached

from . import report
from .check import slots_of, without_bodies
from .exercises.forms import form_of, normalised
from .exercises.functions import FUNCTIONS
from .lending import engine_for, reference
from .oracles.budget import Budget
from .oracles.here import Here
from .oracles.verdicts import examine
from .questions import judge, value_of
from .verdict import ORACLES, Example, Verdict

if TYPE_CHECKING:
    from .judge.drawer import Drawer

SEED = "AUTOGRADER_SEED"


class HiddenTestFailed(AssertionError):
    """A hidden test did not come out right; the message is the report."""

    def _render_traceback_(self) -> list[str]:
        return [f"{type(self).__name__}: {self}"]


def matches_pytorch(name: str) -> None:
    """Handpicked cases, compared with PyTorch in float64."""
    _expect_right(_verdict(name, Budget(oracles=("pytorch",))))


def passes_gradcheck(name: str, eps: float | None = None, examples: int | None = None) -> None:
    """Gradients compared with central differences of the body's own forward."""
    given = {"eps": eps, "gradcheck": examples}
    said = {key: value for key, value in given.items() if value is not None}
    _expect_right(_verdict(name, Budget(oracles=("gradcheck",), **said)))  # type: ignore[arg-type]


def survives_hypothesis(name: str, examples: int = 100) -> None:
    """Random shapes and arguments, compared with PyTorch."""
    _expect_right(_verdict(name, Budget(oracles=("hypothesis",), examples=examples)))


def handles_edges(name: str) -> None:
    """The edge cases, each one by name."""
    _expect_right(_verdict(name, Budget(oracles=("edges",))))


def keeps_the_graph(name: str) -> None:
    """Graphs and invariants: uses, aliasing, mutation, a second backward, the graph's death."""
    _expect_right(_verdict(name, Budget(oracles=("graph",))))


def catches(name: str, points: float) -> float:
    """A test of the student's on engines that are right and engines that are wrong.

    points  what it gives if the test refuses every wrong one and no right one; a part of them
            where it misses some. The value of a cell's last line is what nbgrader takes for the
            points that the cell has earned, so this call comes last.

    A test meets the same engines in every check, so what ``check`` found in this cell stands.
    """
    from .answers import recall

    verdict = recall(name) or _verdict(name, Budget(oracles=("hypothesis",)))
    if not verdict.earned:
        _expect_right(verdict)
    return round(points * verdict.earned, 6)


def whole_engine(notebook: str, examples: int = 100) -> None:
    """Random programs over the notebook's slots and those before, all at once.

    A body that fails its own check is replaced by the reference, so that it does not cost twice.
    Not attempted if any of the notebook's slots is empty.
    """
    own = slots_of(notebook)
    empty = [slot for slot in own if attached(slot) is None]
    if empty:
        _expect_right(Verdict(notebook, "not attempted", note=without_bodies(empty)))
    lent = reference()
    right = right_of(own) if lent else own
    if not right:
        note = "no body of this notebook is right"
        _expect_right(Verdict(notebook, "not attempted", note=note))
    bodies = {**lent, **{slot: attached(slot) for slot in right}}
    engine = Here(bodies, only=bool(lent))
    budget = Budget(examples=examples)
    _expect_right(examine(notebook, engine, _examples(notebook, budget), budget))


def expects(name: str, answer: Any, decimals: int | None = None) -> None:
    """A quiz question's answer.

    decimals  to how many the question asks for it, where it is not exact; more are right, too
    """
    right, form = normalised(answer), form_of(answer, decimals)
    given = value_of(name)
    _expect_right(judge(name, given, lambda a: right in form.texts(a), form.objection))


def hint(name: str, answer: Any, text: str) -> None:
    """What ``check`` says of a wrong answer that is foreseen; grading has no use for it."""


def _expect_right(verdict: Verdict) -> None:
    if verdict.outcome != "right":
        raise HiddenTestFailed(report.text(verdict))


def _verdict(name: str, budget: Budget) -> Verdict:
    """The verdict on a slot's body, or on an exercise function."""
    if name in FUNCTIONS:
        from .answers import judged

        return judged(name, _drawn(name, _seed(), budget), budget)
    if name not in SLOTS:
        raise ValueError(
            f"there is no slot and no exercise function {name!r}; there are "
            f"{', '.join([*SLOTS, *FUNCTIONS])}"
        )
    if attached(name) is None:
        return Verdict(name, "not attempted")
    return examine(name, engine_for(name), _examples(name, budget), budget)


_judged: dict[tuple[str, Callable[..., Any] | None], bool] = {}


def right_of(slots: Sequence[str]) -> list[str]:
    """Those slots whose bodies pass their own checks."""
    return [slot for slot in slots if _is_right(slot)]


def _is_right(slot: str) -> bool:
    """Whether a body passes its own check, asked once."""
    key = slot, attached(slot)
    if key not in _judged:
        _judged[key] = _verdict(slot, Budget()).outcome == "right"
    return _judged[key]


@cache
def _drawn(name: str, seed: int, budget: Budget) -> tuple[Example, ...]:
    """The judge's stored examples where there is a store, else drawn here."""
    try:
        from .judge.examples import ExampleStore, Request
    except ImportError:  # no fcntl: Windows, where nobody grades
        from .exercises.by_name import draw

        return draw(name, seed, budget)
    return ExampleStore(draw=_drawer().draw).get(Request(name, seed, budget)).examples


@cache
def _drawer() -> Drawer:
    """One process for all that these calls find nowhere."""
    from .judge.drawer import Drawer

    return Drawer()


def _examples(name: str, budget: Budget) -> tuple[Example, ...]:
    """Those of every oracle, which are drawn together; ``examine`` asks the budget's own."""
    budget = replace(budget, oracles=ORACLES)
    return _drawn(name, _seed(), budget)


def _seed() -> int:
    return int(os.environ.get(SEED, "0"))
