"""What nbgrader's gradebook holds of a course; graded notebooks can outlive it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from .create import Course, read_notebook

Points = dict[tuple[str, str], float]  # (notebook, grade_id) -> the most that can be had


def auto_score(api: Any, student: str, assignment: str) -> float | None:
    """The points that checks gave a submission; None if the gradebook has no such submission."""
    from nbgrader.api import MissingEntry

    with api.gradebook as gradebook:
        try:
            found = gradebook.find_submission(assignment, student)
        except MissingEntry:
            return None
        grades = [grade for notebook in found.notebooks for grade in notebook.grades]
        return float(sum(grade.auto_score or 0.0 for grade in grades))


def require_released(api: Any, course: Course, assignments: Iterable[str]) -> None:
    """Stop where the source's points are not the gradebook's; click.UsageError says what to run.

    nbgrader takes the points that are had from the source, and those that can be had from the
    gradebook: after a change there could be more than all.
    """
    with api.gradebook as gradebook:
        held = {found.name: _held(found) for found in gradebook.assignments}
    for name in assignments:
        if name not in held:
            _refuse(f"{name} is not in the gradebook", name)
        changed = {cell for _, cell in dict(_asked(course, name).items() ^ held[name].items())}
        if changed:
            what = f"{name} has other points than in the gradebook ({', '.join(sorted(changed))})"
            _refuse(what, name)


def _refuse(why: str, assignment: str) -> None:
    command = f"nbgrader generate_assignment {assignment} --force"
    raise click.UsageError(f"{why}\nrun in the course's folder: {command}")


def _held(assignment: Any) -> Points:
    cells = [
        (notebook.name, cell) for notebook in assignment.notebooks for cell in notebook.grade_cells
    ]
    return {(notebook, cell.name): float(cell.max_score) for notebook, cell in cells}


def _asked(course: Course, assignment: str) -> Points:
    found: Points = {}
    for path in course.source(assignment).parent.glob("*.ipynb"):
        for cell in read_notebook(path)["cells"]:
            flags = cell["metadata"].get("nbgrader", {})
            if flags.get("grade") and not flags.get("task"):
                found[path.stem, flags["grade_id"]] = float(flags.get("points") or 0.0)
    return found
