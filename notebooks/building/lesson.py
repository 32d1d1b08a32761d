"""A lesson: one ``notebooks/src/NN-name.py``, read into cells with their keys and line numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jupytext

from .regions import HIDDEN, SOLUTION, Region, regions

KINDS = ("answer", "check", "quiz", "written")
_HEADER = re.compile(r"#\s*%%")
# comment_magics would take a comment that begins with "# cat" for a shell command and uncomment it.
_PERCENT = {"extension": ".py", "format_name": "percent", "comment_magics": False}
_LAYOUT = {"lines_to_next_cell", "lines_to_end_of_cell_marker"}  # jupytext's own, about blank lines


class SourceError(ValueError):
    """A source that cannot be taken apart into cells; ``line`` counts from 1 in the file."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True)
class Cell:
    """One cell of a lesson: what is written in its header line, and what follows."""

    line: int
    type: str
    text: str
    keys: dict[str, Any]

    @property
    def kind(self) -> str:
        """``answer``, ``check``, ``quiz``, ``written`` or ``plain``."""
        return next((kind for kind in KINDS if kind in self.keys), "plain")

    @property
    def name(self) -> str:
        """What the cell is about: the slot, exercise or question; empty for a plain cell."""
        return str(self.keys.get(self.kind, ""))

    @property
    def grade_id(self) -> str:
        """nbgrader's id; a check is graded apart from the answer it checks."""
        return f"check_{self.name}" if self.kind == "check" else self.name

    @property
    def solutions(self) -> list[Region]:
        """What ClearSolutions takes out: a free text without markers is a solution as a whole."""
        found = [region for region in regions(self.text) if region.kind == SOLUTION]
        whole = Region(SOLUTION, 1, self.text)
        return found or [whole] * (self.kind == "written")

    @property
    def hidden(self) -> list[Region]:
        """What ClearHiddenTests takes out."""
        return [region for region in regions(self.text) if region.kind == HIDDEN]


@dataclass(frozen=True)
class Lesson:
    """One notebook of the course; its name is the file's, the assignment's and the notebook's."""

    path: Path
    cells: tuple[Cell, ...]

    @property
    def name(self) -> str:
        return self.path.stem

    def of_kind(self, *kinds: str) -> list[Cell]:
        """The cells of these kinds, in order."""
        return [cell for cell in self.cells if cell.kind in kinds]


def read_lesson(path: Path) -> Lesson:
    """Read one source file; SourceError if a cell's header can't be told from its text."""
    text = path.read_text(encoding="utf-8")
    notebook = jupytext.reads(text, fmt=dict(_PERCENT))
    lines = [n for n, line in enumerate(text.split("\n"), start=1) if _HEADER.match(line)]
    if len(lines) != len(notebook.cells) or not text.startswith("# %%"):
        raise SourceError(
            1,
            f"expected the file to begin with a cell and every line that begins with # %% to begin "
            f"one; got {len(notebook.cells)} cells and {len(lines)} such lines",
        )
    pairs = zip(lines, notebook.cells, strict=True)
    return Lesson(path, tuple(_cell(line, cell) for line, cell in pairs))


def _cell(line: int, cell: Any) -> Cell:
    keys = {key: value for key, value in cell.metadata.items() if key not in _LAYOUT}
    return Cell(line, cell.cell_type, cell.source, keys)
