"""What gradcheck raises and warns of.

ValueError            a usage error: the question has no answer; ``raise_exception`` does not matter
GradcheckError        the gradient did not pass (a RuntimeError, as PyTorch's is)
GradcheckWarning      it passed, and something about it should be known
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .report import Report


class GradcheckError(RuntimeError):
    """A gradient that did not pass; ``report`` holds the numbers, ``kind`` the first verdict."""

    def __init__(self, report: Report) -> None:
        super().__init__(str(report))
        self.report = report

    @property
    def kind(self) -> str:
        """The verdict, a key of :data:`autograder.gradcheck.KINDS`."""
        return self.report.kind

    def _render_traceback_(self) -> list[str]:  # a notebook shows the message alone
        return [f"{type(self).__name__}: {self}"]


class GradcheckWarning(UserWarning):
    """A gradient that passed with a remark."""
