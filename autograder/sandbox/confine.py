"""What a process of the sandbox gives up before it runs a body: users, memory, descriptors."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys

from . import seccomp

NOBODY = 65534  # the user and group that own nothing
OPEN_FILES = 64  # Python's imports keep one open at a time
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE = 1, 4  # linux/prctl.h


def settle(drop: bool = False) -> None:
    """Harden the zygote and all that it forks: they cannot be traced, and leave no core file.

    drop  become user nobody first, which needs CAP_SETUID and CAP_SETGID
    """
    if drop:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
    ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    outlive_no_parent()  # here too: a change of user clears what bubblewrap set
    _limit(resource.RLIMIT_CORE, 0)


def outlive_no_parent() -> None:
    """Be killed when the parent ends; a fork clears this."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)


def confine(connection: int, memory: int, cpu: float, ready: ctypes.Structure | None) -> None:
    """Leave this process nothing but the connection to the judge.

    connection  the descriptor that stays open
    memory      MiB of address space
    cpu         seconds; the worker stops the process first, this is the second line
    ready       the prepared seccomp filter, None where there is none
    """
    _keep_only(connection)
    _limit(resource.RLIMIT_AS, memory * 2**20)
    _limit(resource.RLIMIT_CPU, int(cpu) + 2)
    _limit(resource.RLIMIT_NPROC, 0)
    _limit(resource.RLIMIT_FSIZE, 0)
    _limit(resource.RLIMIT_NOFILE, OPEN_FILES)
    _limit(resource.RLIMIT_MEMLOCK, 0)
    outlive_no_parent()
    if ready is not None:
        seccomp.install(ready)


def _limit(which: int, value: int) -> None:
    """Lower a limit for good; one that is lower already stays."""
    _, hard = resource.getrlimit(which)
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(which, (value, value))


def _keep_only(connection: int) -> None:
    """Close every other descriptor; what is printed goes nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    os.closerange(3, connection)
    os.closerange(connection + 1, os.sysconf("SC_OPEN_MAX"))
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
