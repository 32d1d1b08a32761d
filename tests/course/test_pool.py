"""A worker that dies costs the submission that killed it, and nobody else."""

import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from autograder.course import grade
from autograder.course.create import Course
from autograder.course.grade import Graded


def die_or_grade(root, student, assignment, force):
    """The job: one student's submission ends the worker."""
    if student == "hungry":
        os._exit(137)
    return Graded(student, assignment, [{"points": 1.0, "max_points": 1.0, "outcome": "right"}])


def test_the_rest_of_the_class_is_graded(tmp_path, monkeypatch):
    """Also what was waiting, or half done, in the same pool."""
    for student in ("ann", "bob", "hungry", "zoe"):
        (tmp_path / "submitted" / student / "01-tensor").mkdir(parents=True)
    (tmp_path / "source" / "01-tensor").mkdir(parents=True)
    (tmp_path / "source" / "01-tensor" / "01-tensor.ipynb").touch()
    monkeypatch.setattr(grade, "_prepare", lambda course, work: None)
    monkeypatch.setattr(grade, "grade_one", die_or_grade)
    forked = partial(ProcessPoolExecutor, mp_context=get_context("fork"))  # with the job above
    monkeypatch.setattr(grade, "ProcessPoolExecutor", forked)
    totals = []
    graded = grade.grade(Course(tmp_path), jobs=2, begin=totals.append)
    assert totals == [len(graded)]
    found = {g.student: g for g in graded}
    assert {name for name, graded in found.items() if graded.right} == {"ann", "bob", "zoe"}
    assert found["hungry"].fault.startswith("BrokenProcessPool")
