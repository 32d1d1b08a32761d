"""What must not be in a student's notebook: solutions, hidden tests, their markers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nbformat.notebooknode import NotebookNode

from .lesson import Cell, Lesson

_FORBIDDEN = re.compile(r"(BEGIN|END) (SOLUTION|HIDDEN TESTS|MARK SCHEME)|autograder\.hidden")


def leaks(notebook: NotebookNode, course: Sequence[Lesson]) -> list[str]:
    """What a student's notebook gives away, of any lesson of the course; nothing if all is well.

    A cell gives a solution away if every line of it stands there, whatever the indentation. Parts
    may be shown: a right forward beside a closure that was broken on purpose gives no body away.
    """
    secrets = [
        (f"{what} of {cell.name!r} in {lesson.path.name}:{cell.line}", texts)
        for lesson in course
        for cell in lesson.cells
        for what, texts in _secrets(cell)
    ]
    found = []
    for cell in notebook.cells:
        text = _squeezed(cell.source)
        found += [f"{cell.id} has {match[0]!r}" for match in _FORBIDDEN.finditer(cell.source)]
        found += [
            f"{cell.id} has {what}"
            for what, texts in secrets
            if all(secret in text for secret in texts)
        ]
    return found


def _secrets(cell: Cell) -> Iterator[tuple[str, list[str]]]:
    """What a cell keeps: its solution, the regions taken together, and each hidden region."""
    if cell.solutions:
        yield "the solution", [_squeezed(region.text) for region in cell.solutions]
    for region in cell.hidden:
        yield "the hidden tests", [_squeezed(region.text)]


def _squeezed(text: str) -> str:
    """The text without indentation, blank lines and comments, a newline at either end."""
    lines = (line.strip() for line in text.split("\n"))
    return "\n".join(["", *(line for line in lines if line and line[0] != "#"), ""])
