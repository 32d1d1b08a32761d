"""What nbgrader's gradebook holds of a course; graded notebooks can outlive it."""

from __future__ import annotations

from typing import Any


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
