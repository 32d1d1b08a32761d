"""``check("exp")``: what a student runs in a notebook.

All oracles on a small budget; the report is shown, the outcome remembered, and a check that fails
raises, so that its cell fails too.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import replace
from types import FrameType
from typing import Any, TextIO

from minitorch.slots import SLOTS, attached
from minitorch.status import record_check

from . import report
from .exercises import quiz
from .exercises.functions import FUNCTIONS
from .lending import engine_for, engine_of, reference
from .questions import judge, running_shell, value_of
from .verdict import Verdict

ENGINE = "engine_"  # and a notebook's number
SECONDS = 60.0  # of computing; a check of a body that ends takes a second or two
WIDTH = 500  # of a line that a body prints
LINES = 20  # of what a body prints while it is checked; it may be called some hundred times


class _OneLine(Exception):
    """A notebook shows the message without a traceback."""

    def _render_traceback_(self) -> list[str]:
        return [f"{type(self).__name__}: {self}"]


class CheckFailed(_OneLine):
    """A check did not come out right; the message says in one line what was found."""


class _NoEnd(BaseException):
    """Raised inside a body that computes for ever; no ``except Exception`` of its own stops it."""


class UnknownNameError(_OneLine, ValueError):
    """There is nothing to check of that name."""


def check(name: str, function: Callable[..., Any] | None = None) -> None:
    """Check a slot, an exercise function, a quiz answer, or a notebook's whole engine.

    function  another one to check in the place of the exercise function of that name

    Shows the report. CheckFailed unless all is right; ValueError if there is nothing of that name.
    """
    verdict = _verdict(name, function)
    line = summary(verdict)
    if name in SLOTS:
        record_check(name, verdict.outcome, headline(verdict))
    show(verdict)
    if verdict.outcome != "right" and not (reference() and verdict.earned):
        raise CheckFailed(line)  # where it is graded, a part of the points is not lost here


def _verdict(name: str, function: Callable[..., Any] | None) -> Verdict:
    """Ask whoever knows of that name."""
    if not isinstance(name, str):
        known = getattr(name, "__name__", "exp")
        raise UnknownNameError(f'expected a name in quotes, as in check("{known}")')
    with _few_lines():
        if name in FUNCTIONS:
            return _function(name, function)
        if function is not None:
            raise ValueError(
                f"{name} is no exercise function, so no other function can stand in for it; "
                f"those are {', '.join(FUNCTIONS)}"
            )
        if name in SLOTS:
            return _slot(name)
        if name.startswith(ENGINE):
            return _engine(name)
        if name in quiz.questions():
            answer = value_of(name)
            return judge(
                name, answer, lambda a: quiz.is_right(name, a), lambda a: quiz.hint_for(name, a)
            )
    raise UnknownNameError(_unknown(name))


def _slot(name: str) -> Verdict:
    from .exercises.live import examine_slot
    from .remarks import remark

    try:
        with _at_most(SECONDS):
            verdict = examine_slot(name, engine_for(name))
    except _NoEnd as error:
        verdict = Verdict(name, "raised", note=_without_end(error))
    said = "" if reference() else remark(name)
    return replace(verdict, note="; ".join(filter(None, (said, verdict.note)))) if said else verdict


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Stop what computes for longer, where the system can: not on Windows, nor in a thread."""
    if not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        if frame is not None and frame.f_code.co_filename in own_files():  # a line of a body's
            raise _NoEnd

    from .sandbox.execute import own_files

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 0.1)  # and again, until a body stops
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.signal(signal.SIGVTALRM, before)


def _without_end(error: _NoEnd) -> str:
    from .sandbox.execute import describe

    line = describe(error, "forward").line
    where = f", at `{line}`" if line else ""
    return f"no end after {SECONDS:g} s of computing{where}: is there a loop that never stops?"


def _function(name: str, function: Callable[..., Any] | None) -> Verdict:
    from .answers import judged, remember
    from .exercises.functions.live import budget_of, drawn

    verdict = judged(name, drawn(name), budget_of(name), function)
    if function is None:
        remember(name, verdict)
    return verdict


def _engine(name: str) -> Verdict:
    from .exercises.live import examine_engine

    notebook = notebook_numbered(name.removeprefix(ENGINE))
    own = slots_of(notebook)
    empty = [slot for slot in own if attached(slot) is None]
    if empty:
        return Verdict(name, "not attempted", note=without_bodies(empty))
    if reference():  # graded in this kernel: a wrong body has already cost its own check's points
        from .hidden import right_of

        own = right_of(own)
    return examine_engine(name, notebook, engine_of(*own))


def notebook_numbered(number: str) -> str:
    """The notebook whose name begins with the number; ValueError if it teaches no slot."""
    for slot in SLOTS.values():
        if slot.notebook.partition("-")[0] == number:
            return slot.notebook
    raise ValueError(f"expected the number of a notebook that teaches a slot, got {number!r}")


def slots_of(notebook: str) -> list[str]:
    """The slots that a notebook teaches."""
    return [name for name, slot in SLOTS.items() if slot.notebook == notebook]


def without_bodies(slots: Sequence[str]) -> str:
    """What is said of slots that are empty."""
    return f"{', '.join(slots)} {'has' if len(slots) == 1 else 'have'} no body yet"


def _unknown(name: str) -> str:
    import difflib

    known = [*SLOTS, *FUNCTIONS, *quiz.questions()]
    near = difflib.get_close_matches(name, known, n=1)
    guess = f"did you mean {near[0]!r}?" if near else f"the slots are {', '.join(SLOTS)}"
    return f"there is nothing to check of the name {name!r}; {guess}"


def summary(verdict: Verdict) -> str:
    """One line: the name, the outcome, and what was found."""
    said = headline(verdict)
    return f"{verdict.slot}: {verdict.outcome}" + (f", {said}" if said else "")


def headline(verdict: Verdict) -> str:
    """What was found, without a full stop; empty if all is right."""
    from .report.wording import headline as of_finding

    if verdict.outcome == "right":
        return ""
    if verdict.outcome == "not attempted":
        return verdict.note
    return of_finding(verdict)


def show(verdict: Verdict) -> None:
    """Show the report: rich in a notebook, plain in a terminal."""
    text = report.text(verdict)
    if running_shell() is not None:
        from IPython.display import display

        display({"text/plain": text, "text/html": report.html(verdict)}, raw=True)
    else:
        print(text)


@contextmanager
def _few_lines() -> Iterator[None]:
    """Let through the first lines of what is printed."""
    limited = _Limited(sys.stdout)
    with redirect_stdout(limited):  # type: ignore[type-var]
        yield
    if limited.left < 0:
        print(f"... {-limited.left} more lines were printed")


class _Limited:
    """A stream that passes on LINES lines, each cut to WIDTH characters, and counts the rest."""

    def __init__(self, stream: TextIO) -> None:
        self.stream, self.left, self.column = stream, LINES, 0

    def write(self, text: str) -> int:
        for line in text.splitlines(keepends=True):
            if self.left > 0:
                self.stream.write(line.rstrip("\n")[: max(0, WIDTH - self.column)])
                self.stream.write("\n" if line.endswith("\n") else "")
            self.column = 0 if line.endswith("\n") else self.column + len(line)
            self.left -= line.endswith("\n")
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


__all__: list[str] = ["CheckFailed", "check"]
