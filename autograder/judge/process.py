"""The judge's side of a sandbox: start its zygote, and get a worker for each notebook."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from autograder.sandbox import control

from . import bwrap, mounts
from .check import CHECK_ANSWER, Check, Ended, Limits, LostError

STARTING = 60.0  # seconds for a zygote to import NumPy; 0.1 on a quiet machine
MEMORY_BESIDE = 8192  # MiB of addresses for a check with PyTorch, which maps several GiB of code
ANSWERING = 20.0  # seconds for a process of ours to answer; it does nothing else


class SandboxError(RuntimeError):
    """The sandbox did not start, or a process of ours in it went away: the grader's own fault."""


class Zygote:
    """A sandbox, started once for many notebooks.

    identity  how bubblewrap loses the user (see :mod:`.bwrap`), or ``none`` for no bubblewrap
    packages  what bodies may import besides NumPy
    """

    def __init__(self, identity: str, packages: tuple[str, ...] = ()) -> None:
        self.identity = identity
        self.packages = packages
        self._ready = False
        self._said = tempfile.TemporaryFile()  # noqa: SIM115
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            with theirs:
                self._process = self._start(theirs.fileno())
        except BaseException:  # no bubblewrap, or nothing to give it
            self._control.close()
            self._said.close()
            raise

    def _start(self, descriptor: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self._command(descriptor),
            stdin=subprocess.DEVNULL,
            stdout=self._said,
            stderr=self._said,
            pass_fds=[descriptor],
            start_new_session=True,  # Ctrl-C is for the judge
            env=None if self.identity != "none" else _bare_environment(),
            cwd="/",
        )

    def _command(self, descriptor: int) -> list[str]:
        if self.identity == "none":
            python = [str(mounts.interpreter()), *bwrap.FLAGS]
            return [*python, *bwrap.start(descriptor, self.packages, drop=False)]
        return bwrap.command(descriptor, self.identity, self.packages)

    def __enter__(self) -> Zygote:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """End the sandbox and everything in it."""
        self._control.close()
        self._process.kill()  # what is inside dies with it
        self._process.wait()
        self._said.close()

    @property
    def pid(self) -> int:
        """The number of the process that was started."""
        return self._process.pid

    def worker(self) -> Worker:
        """A fresh worker; close the one before first."""
        self._await_ready()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            try:
                control.say(self._control, {"worker": True}, theirs.fileno())
            except OSError as error:
                ours.close()
                raise SandboxError(self._gone()) from error
        return Worker(ours, self._gone, MEMORY_BESIDE if self.packages else 0)

    def probe(self) -> None:
        """Run an empty check from end to end; SandboxError if that fails."""
        with self.worker() as worker, worker.begin(Limits()) as check:
            try:
                answer = check.ask({"load": {}}, CHECK_ANSWER)
            except LostError as error:
                raise SandboxError(str(error)) from error
            if answer != {}:
                raise SandboxError(f"the worker answered {answer!r}, expected {{}}")

    def _await_ready(self) -> None:
        if not self._ready:
            _hear(self._control, STARTING, self._gone)
            self._ready = True

    def _gone(self) -> str:
        """What the zygote said before it went away."""
        if self._said.closed:
            return "the sandbox was closed"
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self._said.seek(0)
        said = self._said.read().decode("utf-8", "replace").strip()
        return said[-2000:] or f"the sandbox ended with code {self._process.returncode}"


def _bare_environment() -> dict[str, str]:
    """For a zygote outside bubblewrap: the project and NumPy, nothing that this process has."""
    numpy = mounts.numpy_folder().parent
    path = os.pathsep.join(dict.fromkeys([str(mounts.PROJECT), str(numpy)]))
    return {"PYTHONPATH": path, **mounts.common_environment()}


def _hear(connection: socket.socket, seconds: float, gone: Callable[[], str]) -> dict[str, Any]:
    try:
        connection.settimeout(seconds)
        data = connection.recv(control.LONGEST)
    except TimeoutError as error:
        raise SandboxError(f"the sandbox did not answer within {seconds:g} s") from error
    except OSError as error:
        raise SandboxError(gone()) from error
    if not data:
        raise SandboxError(gone())
    answer: dict[str, Any] = json.loads(data)
    return answer


class Worker:
    """The process that serves one notebook, one check at a time.

    gone    says what the zygote said before it went away
    memory  MiB that a check may use at least
    """

    def __init__(self, connection: socket.socket, gone: Callable[[], str], memory: int = 0) -> None:
        self._control = connection
        self._gone = gone
        self._memory = memory

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """End the worker and whatever check still runs."""
        self._control.close()

    def begin(self, limits: Limits, cpu: float | None = None) -> Check:
        """Fork a confined process for a check; ``cpu`` is its first limit, if it is lower."""
        limits = replace(limits, memory=max(limits.memory, self._memory))
        ours, theirs = socket.socketpair()
        with theirs:
            self.tell(limits.message(cpu), theirs.fileno())
        check = Check(self, ours, limits)
        try:
            answer = check.receive(CHECK_ANSWER, ANSWERING)
            check.waited = 0.0  # a start is no waiting of a body's
        except LostError as error:
            raise SandboxError(f"a check's process did not start: {error}") from error
        if "fault" in answer:
            check.end()
            raise SandboxError(f"a check's process could not be confined: {answer['fault']}")
        return check

    def tell(self, message: dict[str, Any], *descriptors: int) -> None:
        """Send a control message."""
        try:
            control.say(self._control, message, *descriptors)
        except OSError as error:
            raise SandboxError(self._gone()) from error

    def used(self) -> float:
        """The CPU seconds that the current check has used."""
        self.tell({"look": True})
        return float(_hear(self._control, ANSWERING, self._gone)["used"])

    def ended(self, lost: bool) -> Ended:
        """End the current check, if it still runs, and learn how it ended.

        lost  its connection is gone, so it is ending already
        """
        self.tell({"lost" if lost else "end": True})
        return Ended(**_hear(self._control, ANSWERING, self._gone))
