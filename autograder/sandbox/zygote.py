"""The zygote: the first process of a sandbox, which imports NumPy once for many notebooks.

For each notebook it forks a worker that is fresh in all but name: the zygote reads nothing but
control messages, so what it hands on is what it imported. When the worker ends, everything else in
the sandbox ends with it. See :mod:`.worker` for what a worker does.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
from importlib import import_module

from minitorch.slots import use_saved

from . import confine, control, seccomp
from .worker import serve


def main(descriptor: int, packages: tuple[str, ...] = ()) -> None:
    """Fork a worker for each control socket that comes, until the judge is gone.

    packages  what bodies may import besides NumPy: imported here, once for all
    """
    for name in packages:
        import_module(name)
    filtered = seccomp.prepare()
    judge = socket.socket(fileno=descriptor)
    alone = os.getpid() == 1  # in a pid namespace of its own, where all other processes are ours
    if not packages:  # these import others of those that came with them, when they need them
        forget_packages()
    use_saved(False)  # outside bubblewrap, the instructor's own bodies are there to be found
    gc.collect()
    gc.freeze()  # so that a child's collections do not copy what all share
    control.say(judge, {"filtered": filtered is not None})
    while True:
        request, received = control.hear(judge)
        if request is None:
            os._exit(0)
        pid = os.fork()
        if pid == 0:
            judge.close()
            confine.outlive_no_parent()
            serve(received[0], filtered, alone)
        os.close(received[0])
        os.waitpid(pid, 0)
        if alone:
            sweep()


def forget_packages() -> None:
    """Leave bodies the standard library and what is imported: NumPy and minitorch.

    Outside bubblewrap NumPy's folder holds other packages too; a body must not find them there
    and miss them in the sandbox.
    """
    installed = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    sys.path[:] = [path for path in sys.path if path not in installed]


def sweep() -> None:
    """Kill and reap every process of the namespace but this one."""
    try:
        os.kill(-1, signal.SIGKILL)
        while True:
            os.waitpid(-1, 0)
    except (ProcessLookupError, ChildProcessError):
        return
