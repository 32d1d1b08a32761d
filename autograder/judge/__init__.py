"""The judge: it holds examples and answers, and asks bodies that run in a sandbox.

Linux alone. Everything public is imported when it is first used.
"""

from importlib import import_module
from typing import Any

_HOMES = {"Judge": "judge", "judge_file": "files", "rebuild": "rebuild"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'autograder.judge' has no attribute {name!r}")
    return getattr(import_module(f"autograder.judge.{_HOMES[name]}"), name)
