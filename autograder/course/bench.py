"""Grade one class twice, by the judge and by stock nbgrader, and compare time and grades.

Stock nbgrader is the same course with the plug-ins off: a kernel a notebook, the same hidden
cells, one submission after the other, as ``nbgrader autograde`` does it. Both numbers come from
one run on one machine, so that their ratio means something.
"""

from __future__ import annotations

import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import click

from .classroom import bank, hand_in, solved
from .create import Course, create
from .grade import grade
from .nbgrader_api import api_for, succeed

NOTEBOOKS = ("01", "02")
KINDS: tuple[dict[str, str], ...] = (
    {},
    {"exp": "failed_upstream_ignored"},
    {"tanh": "failed_input_for_output"},
    {"backward": "failed_no_visited_set"},
    {"pow": "failed_exponent_not_lowered"},
)


def measure(students: int) -> int:
    """Print both times, their ratio and whether the grades agree; 0 if they do."""
    warnings.simplefilter("ignore")  # SQLAlchemy warns of nbgrader's own autograde
    with tempfile.TemporaryDirectory(prefix="autograder-bench-") as folder:
        judged, stock = Path(folder) / "judged", Path(folder) / "stock"
        scores, seconds = {}, {}
        for root, run in ((judged, _judge), (stock, _stock)):
            course = _class_in(root, students, plug_ins=root is judged)
            click.echo(f"grading {students} students x {len(NOTEBOOKS)} notebooks: {root.name}")
            seconds[root.name] = _timed(lambda course=course, run=run: run(course))
            scores[root.name] = _scores(course)
        return _compare(scores, seconds, students * len(NOTEBOOKS))


def _class_in(root: Path, students: int, plug_ins: bool) -> Course:
    course = create(root, notebooks=NOTEBOOKS)
    if not plug_ins:
        config = root / "nbgrader_config.py"
        text = config.read_text(encoding="utf-8").replace("plug_ins=True", "plug_ins=False")
        config.write_text(text, encoding="utf-8")
    for number in range(students):
        mistakes = KINDS[number % len(KINDS)]
        for assignment in course.assignments:
            answers = solved(assignment)
            wrong = {slot: bank(slot, name) for slot, name in mistakes.items() if slot in answers}
            hand_in(course, f"student-{number:02}", assignment, {**answers, **wrong})
    return course


def _judge(course: Course) -> None:
    faults = [graded.line() for graded in grade(course) if graded.fault]
    if faults:
        raise click.ClickException("\n".join(faults))


def _stock(course: Course) -> None:
    api = api_for(course)
    for assignment in course.assignments:
        for student in sorted(api.get_submitted_students(assignment)):
            succeed(api.autograde(assignment, student), f"nbgrader autograde {student}")


def _timed(work: Callable[[], None]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _scores(course: Course) -> dict[tuple[str, str], float]:
    api = api_for(course)
    return {
        (found["student"], assignment): found["score"]
        for assignment in course.assignments
        for found in api.get_submissions(assignment)
    }


def _compare(
    scores: dict[str, dict[tuple[str, str], float]], seconds: dict[str, float], jobs: int
) -> int:
    for name, spent in seconds.items():
        click.echo(f"{name:<8} {spent:8.1f} s   {spent / jobs:6.3f} s a submission")
    click.echo(f"ratio    {seconds['stock'] / seconds['judged']:8.1f}")
    differing = {
        key: (score, scores["stock"].get(key))
        for key, score in scores["judged"].items()
        if scores["stock"].get(key) != score
    }
    for (student, assignment), (ours, theirs) in sorted(differing.items()):
        click.echo(f"{student} {assignment}: judged {ours}, stock {theirs}")
    click.echo("grades differ" if differing else f"the same grades for all {jobs} submissions")
    return int(bool(differing))
