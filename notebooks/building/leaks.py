"""What must not be in a student's notebook: solutions, hidden tests, their markers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nbformat.notebooknode import NotebookNode

from .lesson import Lesson

_FORBIDDEN = re.compile(r"(BEGIN|END) (SOLUTION|HIDDEN TESTS|MARK SCHEME)|autograder\.hidden")


def leaks(notebook: NotebookNode, course: Sequence[Lesson]) -> list[str]:
    """What a student's notebook gives away, of any lesson of the course; nothing if all is well.

    A region counts as given away if all its lines stand together in one cell, whatever their
    indentation; a worked example in another form is the author's own business.
    """
    secrets = [
        (f"the {region.kind} of {cell.name} ({lesson.name})", _squeezed(region.text))
        for lesson in course
        for cell in lesson.cells
        for region in [*cell.solutions, *cell.hidden]
    ]
    found = []
    for cell in notebook.cells:
        text = _squeezed(cell.source)
        found += [f"{cell.id}: {match[0]!r}" for match in _FORBIDDEN.finditer(cell.source)]
        found += [f"{cell.id}: {what}" for what, secret in secrets if secret in text]
    return found


def _squeezed(text: str) -> str:
    """The text without indentation, blank lines and comments, a newline at either end."""
    lines = (line.strip() for line in text.split("\n"))
    return "\n".join(["", *(line for line in lines if line and line[0] != "#"), ""])
