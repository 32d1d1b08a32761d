"""The whole course: its lessons read and held to the rules, and every file that comes from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from minitorch.slots import SLOTS, Slot

from . import copies, derived
from .leaks import leaks
from .lesson import Lesson, SourceError, read_lesson
from .rules import Fault, faults

STUBS = "minitorch/stubs.json"
QUIZ = "autograder/exercises/quiz.json"


class CourseError(ValueError):
    """The sources break rules; ``faults`` has every one of them."""

    def __init__(self, found: Sequence[Fault]) -> None:
        super().__init__("\n".join(map(str, found)))
        self.faults = found


class LeakError(AssertionError):
    """A student's notebook would give something away."""


def read_course(folder: Path, slots: Mapping[str, Slot] = SLOTS) -> list[Lesson]:
    """The lessons of a folder in their order; CourseError lists all that is wrong with them."""
    lessons, unreadable = [], []
    for path in sorted(folder.glob("*.py")):
        try:
            lessons.append(read_lesson(path))
        except SourceError as error:
            unreadable.append(Fault(path, error.line, str(error)))
    found = sorted([*unreadable, *faults(lessons, slots)])
    if found:
        raise CourseError(found)
    return lessons


def derive(lessons: Sequence[Lesson]) -> dict[str, str]:
    """Every derived file: its path from the root of the clone, and its text.

    LeakError if a student's notebook gives away a solution or a hidden test of any lesson.
    """
    students = {lesson.name: copies.student(lesson) for lesson in lessons}
    found = [f"{x}.ipynb, cell {leak}" for x in students for leak in leaks(students[x], lessons)]
    if found:
        raise LeakError("a student would be shown\n  " + "\n  ".join(found))
    answers = {cell.name for lesson in lessons for cell in lesson.of_kind("answer")}
    files = {STUBS: derived.stubs(list(students.values()), answers), QUIZ: derived.quiz(lessons)}
    for lesson in lessons:
        files |= {
            f"notebooks/{lesson.name}.ipynb": copies.as_text(students[lesson.name]),
            f"build/source/{lesson.name}.ipynb": copies.as_text(copies.instructor(lesson)),
            f"build/solved/{lesson.name}.ipynb": copies.as_text(copies.solved(lesson)),
        }
        files |= {f"build/reference/{x}.py": y for x, y in derived.reference(lesson).items()}
    return files
