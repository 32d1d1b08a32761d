"""The kill matrix: every submission of the bank judged, and a line on each."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from autograder.oracles.budget import Budget
from autograder.verdict import ORACLES, Example, Verdict

from .judges import Apart, Judge, Sandboxed, sandbox_works
from .submissions import BANK, Submission, bank, faults

_SIGNS = {"right": ".", "wrong": "x", "raised": "!", "not run": "-"}


@dataclass(frozen=True)
class Row:
    """A submission and what became of it; ``faults`` says what is not as expected."""

    submission: Submission
    verdict: Verdict
    faults: tuple[str, ...] = field(default=())


def rows(
    submissions: Sequence[Submission],
    seeds: int = 1,
    judge: Judge | None = None,
    second: Judge | None = None,
) -> Iterator[Row]:
    """Judge every submission: the wrong ones with one seed, the right ones with several.

    judge   who judges; None: processes of their own, on all cores
    second  another judge, who has to come to what is expected as well
    """
    with contextlib.ExitStack() as stack:
        first = judge or stack.enter_context(Apart())
        pool = stack.enter_context(ThreadPoolExecutor(os.cpu_count()))
        for slot in dict.fromkeys(submission.slot for submission in submissions):
            ours = [submission for submission in submissions if submission.slot == slot]
            wanted = range(seeds if any(s.right for s in ours) else 1)
            examples = drawn((slot, seed) for seed in wanted)
            for row in pool.map(partial(_row, examples=examples, judge=first), ours):
                yield row if second is None else _seconded(row, second)


def drawn(wanted: Iterable[tuple[str, int]]) -> list[Sequence[Example]]:
    """The examples of slots and seeds: the judge's own, which are drawn in one clean process."""
    asked = list(wanted)
    try:
        from autograder.judge.examples import ExampleStore, Request
    except ImportError:  # no fcntl: Windows, where nobody grades
        from autograder.exercises.examples import draw

        return [draw(slot, seed) for slot, seed in asked]
    requests = [Request(slot, seed, Budget()) for slot, seed in asked]
    return [stored.examples for stored in ExampleStore().get_all(requests)]


def _row(submission: Submission, examples: Sequence[Sequence[Example]], judge: Judge) -> Row:
    """The first examples are those that every submission is asked, the others right ones alone."""
    for seed, asked in enumerate(examples if submission.right else examples[:1]):
        verdict = judge(submission, asked)
        found = faults(submission, verdict)
        if found and seed:
            found = tuple(f"seed {seed}: {fault}" for fault in found)
        if found:
            break
    return Row(submission, verdict, found)


def _seconded(row: Row, judge: Judge) -> Row:
    """The row with what another judge finds amiss."""
    found = faults(row.submission, judge(row.submission, ()))
    return replace(row, faults=(*row.faults, *(f"in the sandbox: {fault}" for fault in found)))


def line(row: Row) -> str:
    """One line of the kill matrix: body, oracles, diagnosis, and what is not as expected."""
    signs = "  ".join(_SIGNS.get(row.verdict.oracles.get(oracle, ""), "?") for oracle in ORACLES)
    diagnosis = row.verdict.misconception.id if row.verdict.misconception else ""
    body = f"{row.submission.slot}/{row.submission.name}"
    wrong = f"  <- {'; '.join(row.faults)}" if row.faults else ""
    return f"{body:<52} {signs}   {diagnosis}{wrong}".rstrip()


def header() -> list[str]:
    """The kill matrix's first lines: the oracles' names, read downwards to the left."""
    names = ", ".join(f"{number} {name}" for number, name in enumerate(ORACLES, 1))
    return [
        f"x wrong, ! raised, . right, - not run; oracles: {names}",
        f"{'body':<52} {'  '.join('12345')}   diagnosis",
    ]


def selftest(
    slots: Iterable[str] | None = None,
    *,
    seeds: int = 1,
    folder: Path = BANK,
    sandbox: bool | None = None,
    echo: Callable[[str], None] = print,
) -> int:
    """Print the kill matrix of the bank; 0 if all is as expected, 1 if anything is not.

    seeds    how many times each right body is examined, with other examples each time
    sandbox  whether every body is judged a second time as a grader does, in a sandbox; None:
             where that works
    """
    submissions = bank(folder, slots)
    if not submissions:
        echo(f"no submissions in {folder}: the bank lies in a clone's tests/submissions")
        return 1
    for text in header():
        echo(text)
    done = []
    with contextlib.ExitStack() as stack:
        wanted = sandbox_works() if sandbox is None else sandbox
        second = stack.enter_context(Sandboxed()) if wanted else None
        for row in rows(submissions, seeds, second=second):
            done.append(row)
            echo(line(row))
    bad = [row for row in done if row.faults]
    right = sum(row.submission.right for row in done)
    echo(
        f"{len(done) - right} wrong bodies, {right} right ones (seeds: {seeds}): "
        f"{len(bad) or 'none'} not as expected{'' if second else ' (without a sandbox)'}"
    )
    return 1 if bad else 0
