"""The three notebooks of a lesson: the instructor's, the solved one and the student's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import nbformat
from nbconvert.exporters import NotebookExporter
from nbformat.notebooknode import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader.preprocessors import SaveCells
from nbgrader.utils import compute_checksum

from autograder.course.release import QUIZ, release_config

from .lesson import Cell, Lesson
from .regions import without_markers

RAISES = "raises-exception"  # Jupyter's own tag: Run All goes on after an error in this cell
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
# nbgrader's four flags, by the kind of cell
_ROLES = {
    "answer": {"grade": False, "locked": False, "solution": True, "task": False},
    "quiz": {"grade": False, "locked": False, "solution": True, "task": False},
    "check": {"grade": True, "locked": True, "solution": False, "task": False},
    "written": {"grade": True, "locked": False, "solution": True, "task": False},
}


def instructor(lesson: Lesson) -> NotebookNode:
    """What goes into a course's ``source/``: solutions, hidden tests and nbgrader's metadata.

    Its code cells already carry the tag that lets Run All go on, so that what nbgrader makes of it
    is the student's copy without another step.
    """
    return _notebook(lesson, lambda cell: cell.text, lambda cell: True)


def solved(lesson: Lesson) -> NotebookNode:
    """The lesson as its author would hand it in, hidden tests left in: what the tests run.

    Only a cell that is meant to raise may do so here.
    """
    return _notebook(
        lesson,
        lambda cell: without_markers(cell.text),
        lambda cell: bool(cell.keys.get("raises")),
    )


def student(lesson: Lesson) -> NotebookNode:
    """The instructor's notebook after nbgrader's own ``generate_assignment``, without its database.

    ``SaveCells`` writes the gradebook and leaves the notebook as it was; every other step is run.
    """
    config = release_config()
    config.Exporter.default_preprocessors = []  # as nbgrader's converters do
    exporter = NotebookExporter(config=config)
    for step in config.GenerateAssignment.preprocessors:
        if step is not SaveCells:
            exporter.register_preprocessor(step)
    text, _ = exporter.from_notebook_node(instructor(lesson))
    return nbformat.reads(text, as_version=4)


def as_text(notebook: NotebookNode) -> str:
    """A notebook as it is written to disk: keys sorted, one newline at the end."""
    return nbformat.writes(notebook, version=4).rstrip("\n") + "\n"


def is_untouched(content: bytes) -> bool:
    """Whether a file is a student's notebook as built: nobody ran it, edited an answer, saved it.

    JupyterLab writes the kernel's version into a notebook that it saves, and nbgrader left a
    checksum in each graded cell.
    """
    try:
        notebook = nbformat.reads(content.decode(), as_version=4)
    except (ValueError, nbformat.ValidationError):
        return False
    return notebook.metadata == METADATA and not any(
        cell.get("outputs")
        or cell.get("execution_count")
        or (
            "nbgrader" in cell.metadata
            and cell.metadata.nbgrader.get("checksum") != compute_checksum(cell)
        )
        for cell in notebook.cells
    )


def _notebook(
    lesson: Lesson, text: Callable[[Cell], str], may_raise: Callable[[Cell], bool]
) -> NotebookNode:
    """All cells of a lesson, with ids that stay.

    A graded cell's id is its grade_id; others count from the graded cell before them.
    """
    cells, anchor, count = [], lesson.name, 0
    for cell in lesson.cells:
        if cell.kind == "plain":
            count += 1
            name = f"{anchor}-{count}"
        else:
            anchor, count = cell.grade_id, 0
            name = cell.grade_id
        metadata = _metadata(cell, may_raise(cell))
        new = new_code_cell if cell.type == "code" else new_markdown_cell
        cells.append(new(text(cell), id=name, metadata=metadata))
    return new_notebook(cells=cells, metadata=METADATA)


def _metadata(cell: Cell, may_raise: bool) -> dict[str, Any]:
    """The cell's metadata: nbgrader's part, and tags."""
    tags = [QUIZ] * (cell.kind == "quiz") + [RAISES] * (cell.type == "code" and may_raise)
    metadata: dict[str, Any] = {"tags": tags} if tags else {}
    if cell.kind != "plain":
        points = {"points": cell.keys["points"]} if "points" in cell.keys else {}
        metadata["nbgrader"] = {
            "schema_version": 3,
            "grade_id": cell.grade_id,
            "cell_type": cell.type,
            **_ROLES[cell.kind],
            **points,
        }
    return metadata
