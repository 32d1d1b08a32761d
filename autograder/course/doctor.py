"""What is installed, whether the sandbox works, and what to do if not."""

from __future__ import annotations

import platform
import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

PACKAGES = {
    "numpy": "the engine",
    "torch": "the oracle that gradients are compared with",
    "hypothesis": "random shapes",
    "matplotlib": "the figures",
    "jupyterlab": "the notebooks",
    "nbgrader": "the gradebook",
}


@dataclass(frozen=True)
class Sign:
    """One thing looked at: what it is, whether it is well, and what to do if not."""

    what: str
    well: bool
    found: str
    advice: str = ""

    def line(self) -> str:
        mark = "ok" if self.well else "--"
        advice = "" if self.well or not self.advice else f"\n       {self.advice}"
        return f"[{mark}]   {self.what:<12} {self.found}{advice}"


def examine() -> list[Sign]:
    """Look at Python, the packages and the sandbox."""
    return [_python(), *(_package(name, use) for name, use in PACKAGES.items()), _sandbox()]


def _python() -> Sign:
    return Sign("python", sys.version_info >= (3, 11), platform.python_version(), "3.11 or newer")


def _package(name: str, use: str) -> Sign:
    try:
        return Sign(name, True, version(name))
    except PackageNotFoundError:
        return Sign(name, False, f"not installed ({use})", f"install it with: pip install {name}")


def _sandbox() -> Sign:
    if sys.platform != "linux":
        advice = "students need none; grade on Linux"
        return Sign("sandbox", False, f"grading needs Linux, this is {sys.platform}", advice)
    from autograder.judge import bwrap

    works, why = bwrap.available()
    return Sign("sandbox", works, "bubblewrap works" if works else why, "see README, Grading")
