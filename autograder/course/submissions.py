"""What is under submitted/: the submissions, and what was meant to be one and is none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

import click

from .create import Course, means


def submissions(
    course: Course, assignments: tuple[str, ...], student: str | None
) -> Iterator[tuple[str, str]]:
    """The (student, assignment) pairs under submitted/, in order."""
    known = course.assignments
    unknown = [a for a in assignments if not any(means(a, name) for name in known)]
    if unknown:
        raise click.UsageError(f"no assignment {', '.join(unknown)}; there are {', '.join(known)}")
    for folder in sorted((course.root / "submitted").glob("*/*")):
        who, what = folder.parent.name, folder.name
        wanted = student in (None, who) and _wanted(what, assignments)
        if folder.is_dir() and what in known and wanted:
            yield who, what


def strays(
    course: Course, assignments: tuple[str, ...], student: str | None
) -> Iterator[tuple[str, str, str]]:
    """What lies beside a student's submissions and is none: (student, name, what is wrong)."""
    known = course.assignments
    for path in sorted((course.root / "submitted").glob("*/*")):
        who, what = path.parent.name, path.name
        submission = path.is_dir() and what in known
        if submission or what.startswith(".") or student not in (None, who):
            continue
        plain = re.sub(r"[\W_]+", "-", what.removesuffix(".ipynb").lower())
        close = get_close_matches(plain, known, 1)
        if not assignments or (close and _wanted(close[0], assignments)):
            yield who, what, _misplaced(path, close)


def _misplaced(path: Path, close: list[str]) -> str:
    if path.is_dir():
        guess = f"; did you mean {close[0]}?" if close else ""
        return f"no such assignment{guess}"
    guess = f"; did you mean {close[0]}/{path.name}?" if close else ""
    return f"it is in no assignment's folder{guess}"


def _wanted(name: str, assignments: tuple[str, ...]) -> bool:
    return not assignments or any(means(asked, name) for asked in assignments)


def nothing(course: Course, assignments: tuple[str, ...], student: str | None) -> str:
    """What to say where there is nothing to grade."""
    what = f" {', '.join(assignments)}" if assignments else ""
    who = f" of {student}" if student else ""
    return (
        f"nothing to grade{what}{who}: looked for "
        f"{course.root / 'submitted' / (student or 'STUDENT') / 'ASSIGNMENT'}\n"
        "collect first, or copy each student's notebook there"
    )
