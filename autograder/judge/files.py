"""``autograder check FILE``: the bodies of any notebook or Python file, judged without a course."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from autograder.exercises import EXERCISES
from autograder.oracles.budget import Budget
from minitorch.slots import slot_named

from .bodies import Bodies
from .judge import Judge
from .plan import Ask
from .record import Record


def judge_file(
    path: str | Path,
    slots: Sequence[str] | None = None,
    *,
    seed: int | None = None,
    judge: Judge | None = None,
    budget: Budget | None = None,
) -> list[Record]:
    """One record a slot: those asked for, or all that the file has something for.

    SlotError names an unknown slot; OSError if the file can't be read; else as :meth:`Judge.judge`.
    """
    bodies = Bodies.of_file(Path(path))
    names = [slot_named(name).name for name in slots] if slots else bodies.names()
    asks = [
        Ask(name, name, "slot", float(EXERCISES[name].points), budget or Budget()) for name in names
    ]
    if judge is not None:
        return [judged.record for judged in judge.judge(bodies, asks)]
    with Judge(seed=seed) as own:
        return [judged.record for judged in own.judge(bodies, asks)]
