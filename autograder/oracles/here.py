"""Backends: who runs programs. This one is the engine of this process."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from autograder.sandbox.execute import execute
from autograder.sandbox.program import Program, Result
from minitorch.slots import attachments

Bodies = Mapping[str, Callable[..., Any] | None]


class Backend(Protocol):
    """Runs programs: the engine here, one behind a wire, the reference."""

    def run(self, programs: Sequence[Program]) -> list[Result]:
        """One result a program, in order."""


class Here:
    """The engine of this process, with other bodies in some slots (None empties one)."""

    def __init__(self, bodies: Bodies | None = None, only: bool = False) -> None:
        self.bodies, self.only = dict(bodies or {}), only

    def run(self, programs: Sequence[Program]) -> list[Result]:
        """One result a program, in order."""
        with attachments(self.bodies, only=self.only):
            return [execute(program) for program in programs]
