"""What gradcheck found, in numbers and in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .problem import KINDS, Entry, Problem

LITERAL = 6  # inputs of up to so many numbers are written out in the line that replays


@dataclass(frozen=True)
class ErrorByEps:
    """How far the numeric Jacobian is from the engine's, step by step.

    eps     the steps asked for, largest first
    median  median over all entries, relative to the Jacobian's largest entry
    worst   the worst entry, likewise
    """

    eps: np.ndarray
    median: np.ndarray
    worst: np.ndarray

    @property
    def best(self) -> tuple[float, float]:
        """The step where the worst entry is smallest, and its error."""
        at = int(np.nanargmin(self.worst))
        return float(self.eps[at]), float(self.worst[at])


@dataclass(frozen=True)
class Report:
    """One gradcheck: true if it passed, its text if printed.

    problems  what failed, the verdict that explains most first
    remarks   what passed and should be known
    worst     the entry that took up most of its tolerance, None if there was nothing to compare
    entries   how many Jacobian entries were compared
    names     what the checked tensors are called
    options   eps, atol, rtol, method, as they were used
    """

    problems: tuple[Problem, ...]
    remarks: tuple[Problem, ...]
    worst: Entry | None
    entries: int
    names: tuple[str, ...]
    options: dict[str, Any]
    func: Callable[..., Any] = field(repr=False)
    inputs: tuple[Any, ...] = field(repr=False)

    @property
    def passed(self) -> bool:
        return not self.problems

    def __bool__(self) -> bool:
        return self.passed

    @property
    def kind(self) -> str:
        """The first problem's kind; ``right`` if it passed."""
        return self.problems[0].kind if self.problems else "right"

    def error_by_eps(
        self, eps: Sequence[float] | np.ndarray | None = None, method: str | None = None
    ) -> ErrorByEps:
        """The error of every entry at many steps; this is what the picture draws.

        eps     1e-1 down to 1e-13, three a decade, if not given
        method  ``forward``, ``central`` or ``five-point``; as in the check if not given
        """
        from .sweep import error_by_eps

        return error_by_eps(self.func, self.inputs, eps, method or self.options["method"])

    @property
    def again(self) -> str:
        """One line that computes the worst entry again."""
        entry = self.problems[0].entry if self.problems else self.worst
        if entry is None:
            return ""
        options = self.options
        method = "" if options["method"] == "central" else f", method={options['method']!r}"
        return (
            f"jacobian_entry({_name(self.func)}, {_literal(self.inputs)}, "
            f"output=({entry.output}, {entry.row}), tensor=({entry.tensor}, {entry.element}), "
            f"eps={options['eps']:g}{method})"
        )

    def __str__(self) -> str:
        if self.passed:
            lines = [f"gradcheck passed: {self.entries} entries compared"]
        else:
            lines = _problem(self.problems[0], self.options, self.names)
            lines += [f"  also            {_short(problem)}" for problem in self.problems[1:]]
        lines += [f"  remark          {_short(remark)}" for remark in self.remarks]
        if not self.passed and self.again:
            lines += [f"  again           {self.again}"]
        return "\n".join(lines)


def _problem(problem: Problem, options: dict[str, Any], names: tuple[str, ...]) -> list[str]:
    meaning, advice = KINDS[problem.kind]
    where = f" ({problem.where})" if problem.where else ""
    lines = [f"gradcheck: {problem.kind}{where}: {meaning}"]
    if problem.detail:
        lines.append(f"  seen            {problem.detail}")
    if problem.entry:
        lines += _entry(problem.entry, options, names)
    return [*lines, f"  try             {advice}"]


def _entry(entry: Entry, options: dict[str, Any], names: tuple[str, ...]) -> list[str]:
    tolerance = (
        f"{entry.tolerance:.4g} (atol={options['atol']:g} + rtol={options['rtol']:g} * |numeric|)"
    )
    return [
        f"  worst element   output {entry.output}{list(entry.row)} by "
        f"{names[entry.tensor]}{list(entry.element)}",
        f"  analytic        {entry.analytic:.4g}",
        f"  numeric         {entry.numeric:.4g}",
        f"  ratio           {entry.ratio:.4g}",
        f"  error           {entry.error:.4g}, tolerance {tolerance}",
        f"  step            {options['method']}, eps={options['eps']:g} times max(1, |x|)",
    ]


def _short(problem: Problem) -> str:
    where = f" ({problem.where})" if problem.where else ""
    return f"{problem.kind}{where}: {problem.detail or KINDS[problem.kind][0]}"


def _name(func: Any) -> str:
    name = getattr(func, "__name__", "func")
    return name if name.isidentifier() else "func"


def _literal(inputs: tuple[Any, ...]) -> str:
    """The inputs as source text if they are few numbers, else the word ``inputs``."""
    from minitorch import Tensor

    parts = []
    for x in inputs:
        if not isinstance(x, Tensor) or x.dtype != np.float64:
            return "inputs"
        parts.append(f"Tensor({x.data.tolist()!r}, requires_grad={x.requires_grad})")
    small = sum(x.size for x in inputs) <= LITERAL and all(
        np.isfinite(x.data).all() for x in inputs
    )
    comma = "," if len(parts) == 1 else ""
    return f"({', '.join(parts)}{comma})" if small else "inputs"
