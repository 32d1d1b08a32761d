"""gradcheck: are the gradients that an engine computes the derivatives of its functions?"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .check import gradcheck, gradcheck_report
from .errors import GradcheckError, GradcheckWarning
from .problem import KINDS, Entry, Problem
from .report import ErrorByEps, Report
from .sweep import error_by_eps, jacobian_entry

if TYPE_CHECKING:
    from .second import grad, gradgradcheck

__all__ = [
    "KINDS",
    "Entry",
    "ErrorByEps",
    "GradcheckError",
    "GradcheckWarning",
    "Problem",
    "Report",
    "error_by_eps",
    "grad",
    "gradcheck",
    "gradcheck_report",
    "gradgradcheck",
    "jacobian_entry",
]


def __getattr__(name: str) -> Any:
    """``grad`` and ``gradgradcheck`` late: with them, every op begins to keep its calls."""
    if name in ("grad", "gradgradcheck"):
        return getattr(import_module(".second", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class _CallablePackage(ModuleType):
    """Python puts a package under its name into its parent, so ``autograder.gradcheck`` is both."""

    __call__ = staticmethod(gradcheck)


sys.modules[__name__].__class__ = _CallablePackage
