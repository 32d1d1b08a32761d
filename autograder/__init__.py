"""What checks a minitorch engine: exercises, oracles, diagnosis, and the judge.

Everything public is imported when it is first used, so that ``import autograder`` costs nothing
and the sandbox never sees more than it needs.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

_HOMES = {
    "check": "check",
    "gradcheck": "gradcheck",
    "gradcheck_report": "gradcheck",
    "gradgradcheck": "gradcheck",
    "grad": "gradcheck",
    "GradcheckError": "gradcheck",
}

__all__ = [
    "GradcheckError",
    "check",
    "grad",
    "gradcheck",
    "gradcheck_report",
    "gradgradcheck",
]


class _Package(ModuleType):
    """``autograder.check`` means the function, also once the module of that name is imported."""

    def __setattr__(self, name: str, value: Any) -> None:
        """Bind a name; where the import system would bind a module, bind what the name means."""
        if name in _HOMES and isinstance(value, ModuleType):
            value = getattr(value, name)
        super().__setattr__(name, value)

    def __getattr__(self, name: str) -> Any:
        """A public name's value, from its home."""
        if name not in _HOMES:
            raise AttributeError(f"module 'autograder' has no attribute {name!r}")
        value = getattr(import_module(f"autograder.{_HOMES[name]}"), name)
        setattr(self, name, value)
        return value


sys.modules[__name__].__class__ = _Package
