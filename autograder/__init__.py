"""What checks a minitorch engine: exercises, oracles, diagnosis, and the judge.

Everything public is imported when it is first used, so that ``import autograder`` costs nothing
and the sandbox never sees more than it needs.
"""

from importlib import import_module
from typing import Any

_HOMES = {
    "check": "check",
    "gradcheck": "gradcheck",
    "gradgradcheck": "gradcheck",
    "grad": "gradcheck",
    "GradcheckError": "gradcheck",
}

__all__ = ["GradcheckError", "check", "grad", "gradcheck", "gradgradcheck"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'autograder' has no attribute {name!r}")
    value = getattr(import_module(f"autograder.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
