"""Who judges a submission of the bank: this process, processes apart, or the sandbox."""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import queue
import sys
import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from autograder.verdict import ORACLES, Example, Finding, Verdict
from minitorch.slots import SLOTS, taught_before
from minitorch.source import Cells

from .submissions import Submission

SECONDS = 30.0  # for one body on all examples of a slot; a right one takes some 0.2
Judge = Callable[[Submission, Sequence[Example]], Verdict]


def judge_here(submission: Submission, examples: Sequence[Example]) -> Verdict:
    """The verdict on a body in this process, the reference lent for the slots before it."""
    from autograder.judge import reference
    from autograder.oracles import Here, examine
    from autograder.sandbox.load import Loaded

    bodies = Loaded()
    before = taught_before(submission.slot)
    bodies.lend({slot: reference.codes()[slot] if slot in before else None for slot in SLOTS})
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
        try:
            if self._process is None:
                self._start()
            self._connection.send((submission, examples))
            if self._connection.poll(SECONDS):
                verdict: Verdict = self._connection.recv()
                return verdict
            note = f"it took more than {SECONDS:g} s"
        except (EOFError, OSError):
            note = "its process crashed"
        self.close()
        return _lost(submission, examples, note)

    def _start(self) -> None:
        """Start the process, and wait until it is ready: its imports take none of a body's time."""
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_answer, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._connection.recv()

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._connection.close()
            self._process = None


def _answer(connection: Any) -> None:
    """What a process does: judge what comes, and send the verdict without most of its findings."""
    import autograder.oracles.verdicts  # noqa: F401  # with all that judging needs

    connection.send("ready")
    with contextlib.suppress(EOFError):
        while True:
            verdict = judge_here(*connection.recv())
            connection.send(replace(verdict, findings=verdict.findings[:1]))


def _lost(submission: Submission, examples: Sequence[Example], note: str) -> Verdict:
    from autograder.sandbox.program import Result

    finding = Finding(examples[0], Result(), "raised", "lost")
    lost = dict.fromkeys(ORACLES, "raised")
    return Verdict(submission.slot, "raised", lost, (finding,), note=note)


class Sandboxed:
    """Judges submissions as a grader does, in a sandbox: a context, to be called with each.

    It draws its own examples, in a clean process, and keeps them; those that are passed to it are
    not asked.
    """

    def __init__(self) -> None:
        from autograder.judge import Judge

        self._judge = Judge(sandbox=True)

    def __enter__(self) -> Sandboxed:
        return self

    def __exit__(self, *exc: object) -> None:
        self._judge.close()

    def __call__(self, submission: Submission, examples: Sequence[Example] = ()) -> Verdict:
        from autograder.judge.bodies import Bodies
        from autograder.judge.plan import Ask
        from autograder.oracles import Budget

        ask = Ask(submission.slot, submission.slot, "slot", 1.0, Budget())
        (judged,) = self._judge.judge(Bodies.of_file(submission.path), [ask])
        verdict: Verdict = judged.verdict
        return verdict


def sandbox_works() -> bool:
    """Whether bodies can be judged in a sandbox on this machine."""
    if not sys.platform.startswith("linux"):
        return False
    from autograder.judge import bwrap

    return bool(bwrap.chosen()[0])
