"""Quiz questions: a student's value, and the verdict on it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from autograder.exercises.forms import plain
from autograder.verdict import Verdict

MISSING = "the answer cell has not run, or still holds ..."


def running_shell() -> Any:
    """IPython's shell in this process, None where there is none."""
    return sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None


def value_of(name: str) -> Any:
    """What a name means where the student works; ``...`` where it means nothing.

    That is the notebook, or else the first file up the stack that is not part of this package.
    """
    shell = running_shell()
    if shell is not None:
        return shell.user_ns.get(name, ...)
    frame = sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("autograder."):
        frame = frame.f_back
    return frame.f_globals.get(name, ...)


def judge(
    name: str, answer: Any, is_right: Callable[[Any], bool], hint: Callable[[Any], str | None]
) -> Verdict:
    """The verdict on an answer; a wrong one that the course foresaw has a hint."""
    if answer is ...:
        return Verdict(name, "not attempted", note=MISSING)
    try:
        if is_right(answer):
            return Verdict(name, "right")
        return Verdict(name, "wrong", note=hint(answer) or f"the answer is not {plain(answer)!r}")
    except TypeError as error:
        return Verdict(name, "wrong", note=str(error))
