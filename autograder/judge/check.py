"""One check's process as the judge sees it: a connection that may say anything, or nothing."""

from __future__ import annotations

import signal
import socket
import time
from dataclasses import dataclass, replace
from typing import Any, Protocol

from autograder.sandbox import wire
from autograder.sandbox.worker import MEMORY

CHECK_ANSWER = 2**20  # bytes of an answer that is no result of a program
BUSY = 0.1  # the share of a core above which a process is at work


@dataclass(frozen=True)
class Limits:
    """What one check may use.

    cpu     seconds; a right body's check takes some 0.03
    wall    seconds to wait, all answers together, for what sleeps instead of working
    memory  MiB of address space; NumPy alone needs 160
    load    CPU seconds to load a notebook's texts, all checks together
    """

    cpu: float = 5.0
    wall: float = 20.0
    memory: int = 1024
    load: float = 2.0

    def with_cpu(self, cpu: float) -> Limits:
        """These with other seconds of work, and as much more patience."""
        return replace(self, cpu=cpu, wall=self.wall * cpu / self.cpu)

    def message(self, cpu: float | None = None) -> dict[str, float]:
        """The control message that begins a check."""
        first = self.cpu if cpu is None else min(cpu, self.cpu)
        return {"cpu": first, "most": self.cpu, "memory": self.memory}


@dataclass(frozen=True)
class Ended:
    """How a check's process ended.

    how   ``exit``, ``signal``; ``cpu``: its limit was reached; ``closed``: it closed its connection
          and went on; ``done``: the judge ended it
    code  the exit code, or the signal's number
    """

    how: str
    code: int


class LostError(Exception):
    """A check's process gave no answer; the message says what happened to it."""


class _Worker(Protocol):
    def tell(self, message: dict[str, Any], *descriptors: int) -> None: ...

    def used(self) -> float: ...

    def ended(self, lost: bool) -> Ended: ...


class Check:
    """One check's process: a context that ends with the process.

    waited  seconds that the judge has waited for its answers
    """

    def __init__(self, worker: _Worker, connection: socket.socket, limits: Limits) -> None:
        self._worker = worker
        self._connection = connection
        self._reader = wire.Reader(connection)
        self.limits = limits
        self.waited = 0.0
        self._worked = 0.0  # CPU seconds, when it was last looked at
        self._ended: Ended | None = None

    def __enter__(self) -> Check:
        return self

    def __exit__(self, *exc: object) -> None:
        self.end()

    def end(self, lost: bool = False) -> Ended:
        """End the process; how it ended, as the first call found it.

        lost  its connection is gone, so it is ending already
        """
        if self._ended is None:
            self._connection.close()
            self._ended = self._worker.ended(lost)
        return self._ended

    def allow(self, cpu: float) -> None:
        """Let the process use ``cpu`` seconds altogether."""
        self._worker.tell({"cpu": cpu})

    def ask(self, request: dict[str, Any], most: int) -> Any:
        """Send a request and return its one answer of at most ``most`` bytes; LostError if none."""
        self.send(wire.encode(request))
        return self.receive(most)

    def send(self, frame: bytes) -> None:
        """Send an encoded request; LostError if it is not taken."""
        try:
            if self._ended is None:
                self._connection.settimeout(self.limits.wall + self.limits.cpu / BUSY)
                wire.send_encoded(self._connection, frame)
                return
        except OSError as error:
            raise self.lost(error) from error
        raise self.lost(EOFError())

    def receive(self, most: int, seconds: float | None = None) -> Any:
        """The next answer; LostError if it does not come, is too long, or is none of ours.

        seconds  how long to wait in all for what is not at work, the wall limit if None
        """
        try:
            return self._wait_for(most, self.limits.wall if seconds is None else seconds)
        except (OSError, EOFError, wire.WireError) as error:
            raise self.lost(error) from error

    def _wait_for(self, most: int, seconds: float) -> Any:
        """The next answer; TimeoutError if the process only waits.

        One that gets a tenth of a core or more is at work, and is left to its CPU limit, so that
        how it ends does not depend on what else the machine does. All answers share the seconds:
        many short pauses are a long one.
        """
        while True:
            if self._left(seconds) <= 0:
                self._worked = max(self._worker.used(), self._worked)
            if self._left(seconds) <= 0:
                raise TimeoutError
            begun = time.monotonic()
            try:
                return self._reader.receive(most, self._left(seconds))
            except TimeoutError:
                continue
            finally:
                self.waited += time.monotonic() - begun

    def _left(self, seconds: float) -> float:
        """The seconds still to wait, as far as the process's work is known."""
        return seconds + self._worked / BUSY - self.waited

    def lost(self, error: Exception) -> LostError:
        """End the process, and say what happened to it; ValueError: what it sent is no answer."""
        garbage = isinstance(error, ValueError)
        ended = self.end(lost=not garbage and not isinstance(error, TimeoutError))
        return LostError(f"no answer: {GARBAGE if garbage else story(ended, self.limits)}")


GARBAGE = "its process sent something that is no answer"


def story(ended: Ended, limits: Limits) -> str:
    """How a process ended, in words that are the same on every run."""
    match ended.how:
        case "cpu":
            return f"time limit, it worked for more than {limits.cpu:g} s"
        case "done":
            return f"time limit, it waited for more than {limits.wall:g} s"
        case "closed":
            return "its process closed the connection"
        case "signal":
            return f"its process crashed ({_signal(ended.code)})"
        case _ if ended.code == MEMORY:
            return f"it needed more than {limits.memory} MiB of memory"
        case _:
            return f"its process ended itself (exit code {ended.code})"


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
