"""What a student handed in before, where an assignment is checked on their own engine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..judge.engine import runs_on_own
from ..judge.plan import plan
from ..judge.rebuild import rebuild
from ..judge.submission import start_of
from .create import Course, read_notebook


def earlier(course: Course, student: str, assignment: str) -> list[dict[str, Any]]:
    """Their notebooks of the assignments before, each rebuilt; none where the checks need none."""
    return [
        rebuild(
            start_of(path), read_notebook(course.source(name)), _released(course, name)
        ).notebook
        for name, path in handed_in(course, student, assignment)
    ]


def handed_in(course: Course, student: str, assignment: str) -> Iterator[tuple[str, Path]]:
    """Each assignment before, and the notebook that was handed in for it, if one was."""
    if not any(map(runs_on_own, plan(read_notebook(course.source(assignment))))):
        return
    for name in course.assignments:
        path = course.notebook(student, name) if name < assignment else None
        if path and path.is_file() and not path.is_symlink() and not path.parent.is_symlink():
            yield name, path


def _released(course: Course, name: str) -> dict[str, Any] | None:
    path = course.root / "release" / name / f"{name}.ipynb"
    return read_notebook(path) if path.is_file() else None
