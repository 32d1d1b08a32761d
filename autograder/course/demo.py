"""A sample class from release to feedback, to see what grading looks like."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from .classroom import bank, hand_in, solved
from .create import Course, create
from .grade import grade
from .nbgrader_api import api_for, succeed

MARK = ".autograder-demo"  # a file in every demo course: a real one is never deleted

# Who hands in what, beside the solution of everything else: slot -> a body from the bank.
CLASS: dict[str, dict[str, str]] = {
    "all-right": {},
    "visits-nodes-twice": {"backward": "failed_no_visited_set"},
    "ignores-upstream": {"exp": "failed_upstream_ignored"},
    "uses-the-input": {"tanh": "failed_input_for_output"},
    "forgets-the-power": {"pow": "failed_exponent_not_lowered"},
    "overwrites-the-grad": {"neg": "failed_overwrites"},
    "loops-for-ever": {"exp": "hostile_endless_loop"},
    "cheats": {"exp": "hostile_always_equal"},
}


def demonstrate(folder: str) -> None:
    """Make a course in ``folder``, hand in for a sample class, grade it, make its feedback.

    An earlier demo is made anew; click.UsageError where anything else is in the folder.
    """
    if (Path(folder) / MARK).is_file():
        shutil.rmtree(folder)
    course = create(folder, notebooks=("01", "02"))
    (course.root / MARK).touch()
    for student, mistakes in CLASS.items():
        _hand_in(course, student, mistakes)
    for assignment in course.assignments:
        hand_in(course, "blank", assignment, {})
    grade(course, report=lambda graded: click.echo(graded.line()))
    api = api_for(course)
    for assignment in course.assignments:
        succeed(api.generate_feedback(assignment), f"nbgrader generate_feedback {assignment}")
    _print_gradebook(course)


def _hand_in(course: Course, student: str, mistakes: dict[str, str]) -> None:
    for assignment in course.assignments:
        answers = solved(assignment)
        wrong = {slot: bank(slot, name) for slot, name in mistakes.items() if slot in answers}
        hand_in(course, student, assignment, {**answers, **wrong})


def _print_gradebook(course: Course) -> None:
    """The gradebook as nbgrader holds it, and where each student's feedback is."""
    api = api_for(course)
    click.echo(f"\n{'student':<22}" + "".join(f"{name:>18}" for name in course.assignments))
    for student in sorted([*CLASS, "blank"]):
        scores = [_score(api, assignment, student) for assignment in course.assignments]
        click.echo(f"{student:<22}" + "".join(f"{score:>18}" for score in scores))
    click.echo(f"\nfeedback: {course.root / 'feedback'}/STUDENT/ASSIGNMENT/ASSIGNMENT.html")
    click.echo(f"the course: {course.root} (try: nbgrader export, or the formgrader in JupyterLab)")


def _score(api: object, assignment: str, student: str) -> str:
    found = api.get_submission(assignment, student)  # type: ignore[attr-defined]
    return f"{found['score']:.1f} / {found['max_score']:.1f}"
