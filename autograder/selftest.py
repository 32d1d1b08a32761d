"""The graders graded: a bank of wrong bodies to be caught, and of right ones that must pass.

Each file in tests/submissions/<slot>/ is a cell as a student would submit it. Its first line says
what is expected of the grader:

    # right
    # misconception: input-for-output | oracles: pytorch gradcheck
    # hostile

A wrong body has to be refused, by each of the oracles that are named, and the diagnosis has to be
the one that is named (``none``: nothing fits, and nothing is said). A right body has to pass, under
as many seeds as one likes. Hostile bodies are for the judge and its sandbox; they do not run here.
"""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import queue
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from minitorch.slots import SLOTS
from minitorch.source import Cells

from .verdict import ORACLES, Example, Finding, Verdict

BANK = Path(__file__).resolve().parents[1] / "tests" / "submissions"
SECONDS = 30.0  # for one body on all examples of a slot; a right one takes some 0.2
_SIGNS = {"right": ".", "wrong": "x", "raised": "!", "not run": "-"}


@dataclass(frozen=True)
class Submission:
    """One file of the bank.

    kind           ``passed``, ``failed``, ``raised`` or ``hostile``
    misconception  the id that the diagnosis has to name, None where it has to say nothing
    oracles        those that have to see it, at least
    """

    slot: str
    name: str
    kind: str
    path: Path
    text: str
    misconception: str | None = None
    oracles: tuple[str, ...] = ()

    @classmethod
    def read(cls, path: Path) -> Submission:
        """A file of the bank; ValueError if its first line is not as it should be."""
        text = path.read_text(encoding="utf-8")
        keys = _keys(text.partition("\n")[0], path)
        kind = path.stem.partition("_")[0]
        named = keys.get("misconception", "none")
        oracles = tuple(keys.get("oracles", "").split())
        if kind == "failed" and not oracles:
            raise ValueError(f"{path}: expected `| oracles: ...` in the first line, found none")
        unknown = [*(set(oracles) - set(ORACLES)), *({path.parent.name} - set(SLOTS))]
        if unknown:
            raise ValueError(f"{path}: unknown {', '.join(unknown)}")
        misconception = None if named == "none" else named
        return cls(path.parent.name, path.stem, kind, path, text, misconception, oracles)

    @property
    def right(self) -> bool:
        return self.kind == "passed"


def _keys(line: str, path: Path) -> dict[str, str]:
    if not line.startswith("# "):
        raise ValueError(f"{path}: expected a first line such as `# right`, got {line!r}")
    pairs = (part.partition(":") for part in line[2:].split("|"))
    return {key.strip(): value.strip() for key, _, value in pairs}


def bank(folder: Path = BANK, slots: Iterable[str] | None = None) -> list[Submission]:
    """All submissions of the bank but the hostile ones, in the order of the slots."""
    wanted = list(slots or SLOTS)
    found = [
        Submission.read(path) for slot in wanted for path in sorted((folder / slot).glob("*.py"))
    ]
    return [submission for submission in found if submission.kind != "hostile"]


@dataclass(frozen=True)
class Row:
    """A submission and what became of it; ``faults`` says what is not as expected."""

    submission: Submission
    verdict: Verdict
    faults: tuple[str, ...] = field(default=())


def faults(submission: Submission, verdict: Verdict) -> tuple[str, ...]:
    """What the graders did not do as the submission's first line asks; empty if all is well."""
    got = verdict.misconception.id if verdict.misconception else None
    if submission.right:
        return () if verdict.outcome == "right" else (f"refused ({verdict.outcome})",)
    if verdict.outcome not in ("wrong", "raised"):
        return (f"not caught ({verdict.outcome})",)
    blind = [o for o in submission.oracles if verdict.oracles.get(o) not in ("wrong", "raised")]
    found = [f"{oracle} did not see it" for oracle in blind]
    if got != submission.misconception:
        found.append(f"diagnosis {got or 'none'}, expected {submission.misconception or 'none'}")
    return tuple(found)


Judge = Callable[[Submission, Sequence[Example]], Verdict]


def judge_here(submission: Submission, examples: Sequence[Example]) -> Verdict:
    """The verdict on a body in this process, the reference lent for every other slot."""
    from .judge import reference
    from .oracles import Here, examine
    from .sandbox.load import Loaded

    bodies = Loaded()
    lent = {name: code for name, code in reference.codes().items() if name != submission.slot}
    bodies.lend(lent)
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        bodies.load(submission.slot, Cells([submission.text]).collect(submission.slot))
        return examine(submission.slot, Here(), examples)


class Apart:
    """Judges in processes of their own, which may crash or not end: a context.

    Each process judges many bodies, one after another, and is replaced when it is lost. They are
    started afresh, not forked: PyTorch's threads stay behind.
    """

    def __init__(self, number: int | None = None) -> None:
        self.number = number or os.cpu_count() or 1
        self._idle: queue.Queue[_Helper] = queue.Queue()
        for _ in range(self.number):
            self._idle.put(_Helper())

    def __enter__(self) -> Apart:
        return self

    def __exit__(self, *exc: object) -> None:
        for _ in range(self.number):
            self._idle.get().close()

    def __call__(self, submission: Submission, examples: Sequence[Example]) -> Verdict:
        helper = self._idle.get()
        try:
            return helper.judge(submission, examples)
        finally:
            self._idle.put(helper)


class _Helper:
    """One process, started when it is first asked."""

    def __init__(self) -> None:
        self._process: Any = None
        self._connection: Any = None

    def judge(self, submission: Submission, examples: Sequence[Example]) -> Verdict:
        """Its verdict, or that it was lost."""
        if self._process is None:
            context = multiprocessing.get_context("spawn")
            self._connection, theirs = context.Pipe()
            self._process = context.Process(target=_answer, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
        try:
            self._connection.send((submission, examples))
            if self._connection.poll(SECONDS):
                verdict: Verdict = self._connection.recv()
                return verdict
            note = f"it took more than {SECONDS:g} s"
        except (EOFError, OSError):
            note = "its process crashed"
        self.close()
        return _lost(submission, examples, note)

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._connection.close()
            self._process = None


def _answer(connection: Any) -> None:
    """What a process does: judge what comes, and send the verdict without most of its findings."""
    with contextlib.suppress(EOFError):
        while True:
            verdict = judge_here(*connection.recv())
            connection.send(replace(verdict, findings=verdict.findings[:1]))


def _lost(submission: Submission, examples: Sequence[Example], note: str) -> Verdict:
    from .sandbox.program import Result

    finding = Finding(examples[0], Result(), "raised", "lost")
    lost = dict.fromkeys(ORACLES, "raised")
    return Verdict(submission.slot, "raised", lost, (finding,), note=note)


class Sandboxed:
    """Judges submissions as a grader does, in a sandbox: a context, to be called with each.

    It draws its own examples, in a clean process, and keeps them; those that are passed to it are
    not asked.
    """

    def __init__(self) -> None:
        from .judge import Judge

        self._judge = Judge(sandbox=True)

    def __enter__(self) -> Sandboxed:
        return self

    def __exit__(self, *exc: object) -> None:
        self._judge.close()

    def __call__(self, submission: Submission, examples: Sequence[Example] = ()) -> Verdict:
        from .judge.bodies import Bodies
        from .judge.plan import Ask
        from .oracles import Budget

        ask = Ask(submission.slot, submission.slot, "slot", 1.0, Budget())
        (judged,) = self._judge.judge(Bodies.of_file(submission.path), [ask])
        verdict: Verdict = judged.verdict
        return verdict


def sandbox_works() -> bool:
    """Whether bodies can be judged in a sandbox on this machine."""
    if not sys.platform.startswith("linux"):
        return False
    from .judge import bwrap

    return bool(bwrap.chosen()[0])


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
            drawn = _drawn(slot, wanted)
            for row in pool.map(partial(_row, drawn=drawn, judge=first), ours):
                yield row if second is None else _seconded(row, second)


def _drawn(slot: str, seeds: Iterable[int]) -> dict[int, Sequence[Example]]:
    """The judge's own examples of a slot, by seed: drawn in a clean process, once."""
    from .judge.examples import ExampleStore, Request
    from .oracles import Budget

    wanted = [Request(slot, seed, Budget()) for seed in seeds]
    stored = ExampleStore().get_all(wanted)
    return {request.seed: one.examples for request, one in zip(wanted, stored, strict=True)}


def _row(submission: Submission, drawn: Mapping[int, Sequence[Example]], judge: Judge) -> Row:
    verdict = judge(submission, drawn[0])
    found = faults(submission, verdict)
    for seed in list(drawn)[1:] if submission.right and not found else []:
        verdict = judge(submission, drawn[seed])
        found = tuple(f"seed {seed}: {fault}" for fault in faults(submission, verdict))
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
