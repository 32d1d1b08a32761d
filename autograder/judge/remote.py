"""The backend behind the wire: programs go out, results come back, and none of it is believed."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence

import numpy as np

from autograder.sandbox import wire
from autograder.sandbox.execute import IN_YOURS
from autograder.sandbox.program import Program, Raised, Result

from .canaries import Watch
from .check import Check, LostError

TEXT = 300  # characters of an exception's text, and of a line of code
SPARE = 2**20  # bytes of a result beside its arrays
COPIES = (
    100  # a result's bytes are at most so many times the program's: the alias probe writes much
)

Frames = Mapping[int, bytes]


class Remote:
    """The engine of one check's process.

    frames  programs that are encoded already, by their ``id``
    lines   what may be shown as the line that raised; see :func:`lines_of`
    watch   canaries to send along, somewhere in the midst of the first programs
    """

    def __init__(
        self,
        check: Check,
        frames: Frames,
        lines: Container[str] = (),
        watch: Watch | None = None,
    ) -> None:
        self.check = check
        self.frames = frames
        self.lines = lines
        self.watch = watch
        self.lost: Raised | None = None

    def run(self, programs: Sequence[Program]) -> list[Result]:
        """One result a program; those after the process was lost say how it was lost."""
        if self.watch is None or self.watch.done:
            return self._run(programs)
        place = self.watch.place(len(programs))
        before = self._run(programs[:place])
        if self.lost is None:
            self._interlude(self.watch)
        return before + self._run(programs[place:])

    def _interlude(self, watch: Watch) -> None:
        """Run canary programs on lent bodies that break a rule, then lend the right ones again."""
        try:
            self.check.ask({"lend": watch.broken}, SPARE)
            watch.see(self._run(watch.programs))
            self.check.ask({"lend": watch.right}, SPARE)
        except LostError as error:
            self.lost = Raised("Lost", str(error), "lost")

    def _run(self, programs: Sequence[Program]) -> list[Result]:
        encoded = [self.encoded(program) for program in programs]
        results: list[Result] = []
        try:
            if self.lost is None and programs:
                self.check.send(wire.encode({"run": encoded}))
                for program, frame in zip(programs, encoded, strict=True):
                    answer = self.check.receive(SPARE + COPIES * len(frame))
                    results.append(self._checked(program, answer))
        except LostError as error:
            self.lost = Raised("Lost", str(error), "lost")
        missing = Result(error=self.lost)
        return results + [missing] * (len(programs) - len(results))

    def encoded(self, program: Program) -> bytes:
        """The program as it travels."""
        return self.frames.get(id(program)) or wire.encode(program.as_data())

    def _checked(self, program: Program, answer: object) -> Result:
        """The answer as a result; LostError if it is none."""
        try:
            result = Result.from_data(answer)  # type: ignore[arg-type]
            _expect_shapes(program, result)
        except (ValueError, TypeError, KeyError) as error:
            raise self.check.lost(ValueError("no result")) from error
        return Result(result.values, result.error and told(result.error, self.lines))


class Silent:
    """A backend whose every answer is the same error: a text that could not be loaded."""

    def __init__(self, error: Raised) -> None:
        self.error = error

    def run(self, programs: Sequence[Program]) -> list[Result]:
        """That error, once a program."""
        return [Result(error=self.error)] * len(programs)


def told(error: Raised, lines: Container[str] = ()) -> Raised:
    """An exception as it may be shown: short, printable, the same on every run.

    lines  those that it may have been raised in: another one would be a text of the process's own
    """
    kind = error.kind if re.fullmatch(r"\w{1,80}", error.kind) else "Exception"
    phase = error.phase if error.phase in ("load", "forward", "backward") else "forward"
    line = tidy(error.line.strip())
    return Raised(kind, tidy(error.message), phase, line if line in lines else "")


def lines_of(texts: Mapping[str, str]) -> frozenset[str]:
    """The lines of a submission's texts as they may be told, whether or not it is said of whom.

    texts  by the name of their slot or function
    """
    return frozenset(
        tidy(line.strip() + whose)
        for name, text in texts.items()
        for line in text.splitlines()
        for whose in ("", IN_YOURS.format(name), IN_YOURS.format("code"))
    )


def tidy(text: str) -> str:
    """A child's text cut short, without control characters and addresses in memory."""
    text = re.sub(r"\b0x[0-9a-fA-F]{6,}\b", "0x...", text[:TEXT])
    return "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in text)


def _expect_shapes(program: Program, result: Result) -> None:
    """ValueError if arrays that the judge computes with are not there, or not of their shape."""
    if result.error is None and program.probe == "differences":
        moves = len(program.options["multiples"])
        for i, (leaf, flag) in enumerate(zip(program.leaves, program.flags(), strict=True)):
            if flag:
                _expect_moved(result.values.get(f"moved{i}"), leaf.size, moves)


def _expect_moved(moved: np.ndarray | None, size: int, moves: int) -> None:
    if moved is None or moved.dtype.kind != "f" or moved.shape[:2] != (size, moves):
        raise ValueError("not the outputs of a leaf's moves")
