"""Grade a class: every submission through nbgrader's autograde with our plug-ins, all cores busy.

One job is one student's assignment. Whatever happens in one, the others go on; what is already
graded and has not changed is not graded again.
"""

from __future__ import annotations

import json
import logging
import math
import os
import re
import sys
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import click

from .create import Course
from .gradebook import auto_score, require_released
from .ordinary import set_aside
from .submissions import nothing, strays, submissions

EXCEPTION = re.compile(r"[\w.]+(Error|Exception)\b")  # a traceback's last line


@dataclass(frozen=True)
class Graded:
    """What grading one student's assignment gave.

    records  one a check, as ``--json`` prints them
    fault    why there are none, if there are none: the grader's own fault, or nothing to grade
    again    False where an earlier run's grades still hold
    notes    what was unusual about the file that was handed in
    """

    student: str
    assignment: str
    records: list[dict[str, Any]] = field(default_factory=list)
    fault: str = ""
    again: bool = True
    notes: tuple[str, ...] = ()

    @property
    def points(self) -> float:
        return sum(record["points"] for record in self.records)

    @property
    def max_points(self) -> float:
        return sum(record["max_points"] for record in self.records)

    @property
    def right(self) -> bool:
        return not self.fault and all(record["outcome"] == "right" for record in self.records)

    def line(self) -> str:
        """One line for the console."""
        name = f"{self.student:<24} {self.assignment:<26}"
        if self.fault:
            return f"{name} not graded: {self.fault.splitlines()[0]}"
        missed = [r["slot"] for r in self.records if r["outcome"] != "right"]
        rest = f"  not right: {', '.join(missed)}" if missed else ""
        rest += "".join(f"  ({note})" for note in self.notes)
        return f"{name} {self.points:6.1f} / {self.max_points:.1f}{rest}"

    def as_json(self) -> dict[str, Any]:
        return {
            "student": self.student,
            "assignment": self.assignment,
            "points": self.points,
            "max_points": self.max_points,
            "fault": self.fault or None,
            "checks": self.records,
        }


def grade(
    course: Course,
    assignments: tuple[str, ...] = (),
    student: str | None = None,
    *,
    force: bool = False,
    executor: Executor | None = None,
    jobs: int | None = None,
    begin: Callable[[int], None] = lambda total: None,
    report: Callable[[Graded], None] = lambda graded: None,
) -> list[Graded]:
    """Grade what is under submitted/; sorted by student and assignment.

    assignments  which, by name or number; all if empty
    student      one student's submissions alone
    force        grade again what has not changed
    executor     where the jobs run: any concurrent.futures executor, Dask's included
    jobs         how many at once on this machine; as many as there are cores if None
    begin        called with the number of results that will come
    report       called with each result as it comes
    """
    work = list(submissions(course, assignments, student))
    done = [Graded(who, what, fault=why) for who, what, why in strays(course, assignments, student)]
    if not work and not done:
        raise click.UsageError(nothing(course, assignments, student))
    begin(len(work) + len(done))
    for stray in done:
        report(stray)
    _prepare(course, work)
    pool = executor or ProcessPoolExecutor(jobs or os.cpu_count(), initializer=_quiet)
    try:
        futures = {
            pool.submit(grade_one, str(course.root), who, what, force): (who, what)
            for who, what in work
        }
        for future in as_completed(futures):
            job = futures[future]
            if executor is None and isinstance(future.exception(), BrokenProcessPool):
                future = _alone(str(course.root), *job, force)
            done.append(_outcome(future, *job))
            report(done[-1])
    finally:
        if executor is None:
            pool.shutdown(cancel_futures=True)
    return sorted(done, key=lambda graded: (graded.student, graded.assignment))


def _prepare(course: Course, work: Sequence[tuple[str, str]]) -> None:
    """Stop where no job could succeed; enter students who are not in the gradebook yet.

    Two jobs must not do that at once.
    """
    api = _api(str(course.root))
    require_released(api, course, sorted({what for _, what in work}))
    _require_judge(api)
    students = {who for who, _ in work}
    with api.gradebook as gradebook:
        for student in sorted(students - {known.id for known in gradebook.students}):
            gradebook.add_student(student)


def _require_judge(api: Any) -> None:
    from .settings import PLUGINS

    if f"{PLUGINS}.Judge" not in api.config.Autograde.get("autograde_preprocessors", ()):
        raise click.UsageError(
            "this course is graded without the judge: plug_ins=False in its nbgrader_config.py\n"
            "run in the course's folder: nbgrader autograde ASSIGNMENT"
        )


def _alone(root: str, student: str, assignment: str, force: bool) -> Future[Graded]:
    """The job once more, in a pool of its own.

    A worker that dies (no memory is left) takes its pool along, and says not whose job it was.
    """
    with ProcessPoolExecutor(1, initializer=_quiet) as pool:
        return pool.submit(grade_one, root, student, assignment, force)


def _outcome(future: Any, student: str, assignment: str) -> Graded:
    try:
        return future.result()
    except Exception as error:  # what goes wrong in one job is its own fault alone
        return Graded(student, assignment, fault=f"{type(error).__name__}: {error}")


def grade_one(root: str, student: str, assignment: str, force: bool = False) -> Graded:
    """Grade one student's assignment in this process."""
    course = Course(Path(root))
    set_aside(course.root, course.submitted(student, assignment))
    if course.notebook(student, assignment) is None:
        return Graded(student, assignment, fault=_unnamed(course, student, assignment))
    api = _api(root)
    again = force or standing(course, student, assignment) is None
    result = api.autograde(assignment, student) if again else {"success": True}
    if not result["success"]:
        return Graded(student, assignment, fault=_reason(result))
    held = recorded(course, student, assignment)
    notes = tuple(note for note in held["notes"] if note.startswith(("the file ", "the notebook ")))
    return Graded(student, assignment, held["records"], again=again, notes=notes)


def _unnamed(course: Course, student: str, assignment: str) -> str:
    found = sorted(path.name for path in course.submitted(student, assignment).glob("*.ipynb"))
    if not found:
        return "the submission holds no notebook (.ipynb)"
    return f"{len(found)} notebooks, none named {assignment}.ipynb: {', '.join(found)}"


def _reason(result: dict[str, Any]) -> str:
    """The exception that nbgrader's log ends with, not the one that it raised to point there."""
    text = (result.get("log") or "") + (result.get("error") or "")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    lines = [line for line in lines if "Please see the" not in line] or lines
    raised = [line for line in lines if EXCEPTION.match(line)]
    return (raised or lines or ["no reason given"])[-1]


def recorded(course: Course, student: str, assignment: str) -> dict[str, Any]:
    """What the judge wrote into an autograded notebook; empty if it wrote nothing."""
    try:
        text = course.autograded(student, assignment).read_text(encoding="utf-8")
        return json.loads(text)["metadata"].get("autograder", {})
    except (OSError, ValueError, KeyError):
        return {}


def standing(course: Course, student: str, assignment: str) -> list[dict[str, Any]] | None:
    """The records of an earlier run, if nothing that they rest on has changed since.

    The gradebook must hold them too: a student who was removed from it, or a gradebook that was
    lost, leaves the graded notebooks as they were.
    """
    from autograder.nbgrader_plugins import basis

    held = recorded(course, student, assignment)
    if "records" not in held or held.get("basis") != basis(course, student, assignment):
        return None
    records: list[dict[str, Any]] = held["records"]
    score = auto_score(_api(str(course.root)), student, assignment)
    points = sum(record["points"] for record in records)
    return records if score is not None and math.isclose(score, points) else None


@lru_cache(maxsize=1)
def _api(root: str) -> Any:
    from .nbgrader_api import api_for, share_engines

    share_engines()
    return api_for(Course(Path(root)))


def _quiet() -> None:
    """nbgrader logs and warns on stderr; what matters is in the results."""
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
