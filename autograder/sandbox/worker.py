"""The worker: forks a child for each check of a notebook, and watches it.

It never reads a student's text. Over the control socket it gets the limits of a check and, as a
descriptor, one end of a fresh connection between the judge and the child. It watches the child's
own CPU clock, kills the child when its limit is reached or the judge is done, and says how the
child ended.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import socket
import time
from dataclasses import dataclass
from typing import Any

from . import confine, control, wire
from .converse import converse

GRACE = 0.01  # seconds to look again after a limit may have been reached
DYING = 2.0  # seconds for a child to end by itself once its connection is gone
MEMORY, FAILED = 77, 78  # exit codes of a check that found no memory, or that broke

Filter = ctypes.Structure | None


def serve(descriptor: int, filtered: Filter, alone: bool) -> None:
    """Serve checks until the judge closes the control socket; never returns.

    filtered  the prepared seccomp filter
    alone     every other process of this pid namespace is a check's
    """
    wake, bell = os.pipe()
    os.set_blocking(bell, False)
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(bell, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    judge = socket.socket(fileno=descriptor)
    while True:
        limits, received = control.hear(judge)
        if limits is None:
            os._exit(0)
        child = _begin(received[0], limits, filtered)
        os.close(received[0])
        ended = _watch(child, judge, wake)
        if alone:
            _kill_the_rest()
        control.say(judge, ended)


@dataclass
class Child:
    """A check's process, and the CPU seconds that it may use."""

    pid: int
    cpu: float

    def used(self) -> float:
        """CPU seconds so far, by the process's own clock."""
        return time.clock_gettime(~self.pid << 3 | 2)  # CPUCLOCK_SCHED of linux/posix-timers.h

    def over(self) -> str:
        """The limit that was reached, or nothing."""
        return "cpu" if self.used() >= self.cpu else ""

    def patience(self) -> float:
        """For how long the limit can't be reached."""
        return max(self.cpu - self.used(), 0) + GRACE


def _begin(connection: int, limits: dict[str, Any], filtered: Filter) -> Child:
    pid = os.fork()
    if pid == 0:
        _run(connection, limits, filtered)
    return Child(pid, limits["cpu"])


def _run(connection: int, limits: dict[str, Any], filtered: Filter) -> None:
    """The child's whole life; never returns."""
    code = FAILED
    try:
        judge = socket.socket(fileno=connection)
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            confine.confine(connection, limits["memory"], limits["most"], filtered)
        except Exception as error:
            wire.send(judge, {"fault": f"{type(error).__name__}: {error}"})
            return
        wire.send(judge, {"confined": filtered is not None})
        converse(judge)
        code = 0
    except MemoryError:
        code = MEMORY
    finally:
        os._exit(code)


def _watch(child: Child, judge: socket.socket, wake: int) -> dict[str, Any]:
    """Follow one check until the judge ends it; how the child ended."""
    poll = select.poll()
    poll.register(judge, select.POLLIN)
    poll.register(wake, select.POLLIN)
    ended: dict[str, Any] | None = None
    while True:
        waited = None if ended else 1000 * child.patience()
        ready = {descriptor for descriptor, _ in poll.poll(waited)}
        if wake in ready:
            os.read(wake, 512)
        ended = ended or _reap(child) or _stop(child, child.over())
        if judge.fileno() not in ready:
            continue
        request, _ = control.hear(judge)
        if request is None:
            os._exit(0)  # the child dies with its parent
        if "cpu" in request:
            child.cpu = request["cpu"]
        elif "look" in request:
            control.say(judge, {"used": 0.0 if ended else child.used()})
        elif ended is None and "lost" in request:
            return _await_end(child, wake)
        else:
            return ended or _stop(child, "done") or {}


def _await_end(child: Child, wake: int) -> dict[str, Any]:
    """How a child ends whose connection is gone already: by itself, or else by us."""
    deadline = time.monotonic() + DYING
    ended = None
    while ended is None and time.monotonic() < deadline:
        if select.select([wake], [], [], max(deadline - time.monotonic(), 0))[0]:
            os.read(wake, 512)
        ended = _reap(child)
    return ended or _stop(child, "closed") or {}


def _reap(child: Child) -> dict[str, Any] | None:
    """How the child ended, None if it has not."""
    pid, status = os.waitpid(child.pid, os.WNOHANG)
    if pid == 0:
        return None
    code = os.waitstatus_to_exitcode(status)
    return {"how": "exit", "code": code} if code >= 0 else {"how": "signal", "code": -code}


def _stop(child: Child, why: str) -> dict[str, Any] | None:
    """Kill the child, if there is a reason."""
    if not why:
        return None
    os.kill(child.pid, signal.SIGKILL)
    os.waitpid(child.pid, 0)
    return {"how": why, "code": 0}


def _kill_the_rest() -> None:
    """A check can't fork; if it ever could, what it left behind ends here."""
    try:
        os.kill(-1, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return
