"""A check that loops, crashes or eats memory costs itself alone, and is found out quickly."""

import time
from pathlib import Path

import pytest

from autograder.judge.check import Limits, LostError
from autograder.judge.process import SandboxError, Zygote
from autograder.sandbox import wire
from tests.sandbox.lab import QUICK, Lab

LOOPING = Limits(cpu=0.4, wall=3.0)
LOOPS = {
    "in Python": "def attack():\n    while True: pass",
    "in C": "import numpy as np\ndef attack():\n"
    "    a = np.ones((3000, 3000))\n    for _ in range(10**9): a @ a",
    "in one call": "def attack(): sum(range(10**18))",
    "at import": "while True: pass\ndef attack(): ...",
    "in a regular expression": "import re\ndef attack(): re.match('(a*)*b', 'a' * 60)",
    "that swallows everything": "def attack():\n"
    "    while True:\n        try:\n            while True: pass\n"
    "        except BaseException: pass",
    "in a finaliser": "class Hung:\n    def __del__(self):\n        while True: pass\n"
    "def attack(): Hung()",
    "in __str__ of its exception": "class Bad(Exception):\n    def __str__(self):\n"
    "        while True: pass\ndef attack(): raise Bad",
    "in a signal handler": "import faulthandler, signal\n"
    "def attack():\n    signal.signal(signal.SIGXCPU, lambda *_: attack())\n    while True: pass",
    "in a generator's end": "def never():\n    try:\n        yield\n    finally:\n"
    "        while True: pass\ndef attack(): next(never())",
}


@pytest.mark.parametrize("where", LOOPS)
def test_an_endless_loop_ends(here, where):
    """By the child's own CPU clock, whatever it runs and however it guards itself."""
    assert (
        here.try_out(LOOPS[where], LOOPING)
        == "no answer: time limit, it worked for more than 0.4 s"
    )


@pytest.mark.parametrize(
    "pause", ["time.sleep(1000)", "select.select([], [], [])", "lock.acquire()"]
)
def test_a_pause_without_end_ends(here, pause):
    """By the wall clock: it uses no CPU."""
    text = "import select, threading, time\nlock = threading.Lock()\nlock.acquire()\n"
    ended = here.try_out(text + f"def attack():\n    while True: {pause}")
    assert ended == "no answer: time limit, it waited for more than 3 s"


def test_loading_has_a_limit_of_its_own(here):
    """The judge gives more time once a text is loaded."""
    work = "import time\ndef attack():\n    while time.process_time() < 0.8: pass\n"
    with here.zygote.worker() as worker:
        with worker.begin(QUICK, cpu=0.3) as check, pytest.raises(LostError):
            check.ask({"load": {"attack": f"{work}attack()"}}, 1000)
        with worker.begin(QUICK, cpu=0.3) as check:
            check.ask({"load": {"attack": work}}, 1000)
            check.allow(1.0)
            assert check.ask({"call": "attack"}, 1000) is None


ENDS = {
    "import os\ndef attack(): os._exit(3)": "its process ended itself (exit code 3)",
    "import os\ndef attack(): os._exit(0)": "its process ended itself (exit code 0)",
    "import ctypes\ndef attack(): ctypes.string_at(0)": "its process crashed (SIGSEGV)",
    "import os\ndef attack(): os.abort()": "its process crashed",
}


@pytest.mark.parametrize("text", ENDS)
def test_an_end_is_noticed(anywhere, text):
    """At once, and told as what it was."""
    began = time.monotonic()
    assert ENDS[text] in anywhere.try_out(text)
    assert time.monotonic() - began < 3


def test_a_closed_connection_is_noticed(here):
    """Whatever the process does afterwards."""
    text = """
    import os

    def attack():
        os.closerange(3, 64)
        while True: pass
    """
    assert here.try_out(text, Limits(cpu=9)) == "no answer: its process closed the connection"


@pytest.mark.parametrize(
    "text",
    [
        "import numpy as np\ndef attack(): np.ones(2**33)",
        "def attack(): bytearray(64 * 2**30)",
        "def attack():\n    held = []\n    while True: held.append(bytearray(2**20))",
        "import mmap\ndef attack(): mmap.mmap(-1, 64 * 2**30)",
        "def attack(): return [0] * 10**12",
    ],
)
def test_64_gib_are_refused(here, text):
    """As an ordinary exception of the body's own."""
    assert here.try_out(text, Limits(cpu=9)).split(":")[0] in (
        "MemoryError",
        "OSError",
        "_ArrayMemoryError",
    )


def test_a_recursion_without_end_ends(here):
    """With Python's limit, and with that taken away."""
    text = "import sys\ndef attack():\n    {}\n    def f(x): return f(x) + 1\n    f(0)"
    assert here.try_out(text.format("")).startswith("RecursionError")
    ended = here.try_out(text.format("sys.setrecursionlimit(10**9)"), Limits(cpu=1.5, memory=400))
    assert ended.startswith(("MemoryError", "SystemError", "no answer"))


PATCHES = """
import builtins, gc, json, numpy, sys
import autograder.sandbox.execute as execute

numpy.exp = numpy.log = json.dumps = gc.collect = None
execute.execute = lambda program: None
builtins.left_behind = True
sys.modules.clear()
def attack(): ...
"""
LOOKS = "import builtins\ndef attack(): assert not hasattr(builtins, 'left_behind')"


def test_the_next_check_knows_nothing_of_the_last(anywhere):
    """Whatever a body patched was in a process of its own, within one notebook too."""
    anywhere.try_out(PATCHES)
    assert anywhere.try_out(LOOKS) == "ran"
    with anywhere.zygote.worker() as worker:
        with worker.begin(QUICK) as check:
            check.send(wire.encode({"load": {"attack": PATCHES}}))
        with worker.begin(QUICK) as check:
            check.ask({"load": {"attack": LOOKS}}, 1000)
            assert check.ask({"call": "attack"}, 1000) is None


def test_two_sandboxes_work_at_once(here):
    """One is busy with a loop while the other answers."""
    with (
        Zygote(here.zygote.identity) as other,
        here.zygote.worker() as worker,
        worker.begin(QUICK) as busy,
    ):
        busy.send(wire.encode({"load": {"attack": LOOPS["at import"]}}))
        assert Lab(other).try_out("def attack(): ...") == "ran"


def test_nothing_is_left_when_the_judge_is_done():
    """Killing bubblewrap ends every process inside, one that loops too."""
    zygote = Zygote("none")
    with zygote.worker() as worker:
        check = worker.begin(QUICK)
        check.send(wire.encode({"load": {"attack": LOOPS["at import"]}}))
        children = _below(zygote.pid)
        assert len(children) == 2
        zygote.close()
        with pytest.raises(SandboxError):
            check.end()
    deadline = time.monotonic() + 5
    while any(map(_runs, children)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not any(map(_runs, children))


def _below(pid: int) -> list[int]:
    """The children of a process, and theirs."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [number for child in map(int, children) for number in (child, *_below(child))]


def _runs(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except FileNotFoundError:
        return False


def test_a_judge_that_is_late_kills_nobody(here):
    """The wall limit counts from a question to its answer, not while nothing is asked."""
    patient = Limits(cpu=5.0, wall=0.3)
    with here.zygote.worker() as worker, worker.begin(patient) as check:
        check.ask({"load": {"attack": "def attack(): ..."}}, 1000)
        time.sleep(1.0)
        assert check.ask({"call": "attack"}, 1000) is None


def test_many_short_pauses_are_a_long_one(here):
    """No single answer takes long; all answers share one limit."""
    limits = Limits(cpu=5.0, wall=1.0)
    with here.zygote.worker() as worker, worker.begin(limits) as check:
        text = "import time\ndef attack(): time.sleep(0.2)"
        check.ask({"load": {"attack": text}}, 1000)
        asked = (check.ask({"call": "attack"}, 1000) for _ in range(60))
        with pytest.raises(LostError, match="waited for more than 1 s"):
            list(asked)


def test_what_works_between_many_pauses_is_waited_for(here):
    """What it worked for one answer counts for those that follow."""
    limits = Limits(cpu=5.0, wall=0.3)
    with here.zygote.worker() as worker, worker.begin(limits) as check:
        work = "for _ in range(2_000_000): pass"
        check.ask({"load": {"attack": f"def attack():\n    {work}"}}, 1000)
        assert {check.ask({"call": "attack"}, 1000) for _ in range(20)} == {None}


def test_what_works_is_waited_for_beyond_the_wall_limit(here):
    """It is left to its CPU limit; so a busy machine does not change how it ends."""
    text = "import time\ndef attack():\n    while time.process_time() < 1: pass"
    assert here.try_out(text, Limits(cpu=5.0, wall=0.2)) == "ran"
