"""An earlier grade stands while the gradebook holds it and what it rests on is the same."""

import json
import shutil
from contextlib import nullcontext

import click
import pytest

from autograder.course import grade
from autograder.course.create import Course
from autograder.course.gradebook import require_released
from autograder.course.nbgrader_api import api_for
from autograder.nbgrader_plugins import basis

pytestmark = pytest.mark.filterwarnings("ignore:Object of type")  # SQLAlchemy, of nbgrader's own
NAME = "02-elementwise"
CHECK = {"grade": True, "grade_id": "check_exp", "points": 2}
EXP = {"slot": "exp", "points": 2.0, "max_points": 2.0, "outcome": "right"}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A course: Ann's notebook was graded, and is in the gradebook with two points."""
    course = Course(tmp_path_factory.mktemp("course"))
    (course.root / "nbgrader_config.py").write_text("c = get_config()\n", "utf-8")
    write(course.source(NAME), {"cells": []})
    write(course.submitted("ann", NAME) / f"{NAME}.ipynb", {"cells": []})
    with gradebook(course) as book:
        book.add_assignment(NAME)
        book.add_notebook(NAME, NAME)
        book.add_grade_cell("check_exp", NAME, NAME, max_score=2, cell_type="code")
        book.add_student("ann")
        book.add_submission(NAME, "ann")
        book.find_grade("check_exp", NAME, NAME, "ann").auto_score = 2.0
        book.db.commit()
    return course.root


@pytest.fixture
def course(graded, tmp_path, monkeypatch):
    """A copy of it."""
    monkeypatch.chdir(tmp_path)
    course = Course(shutil.copytree(graded, tmp_path / "course"))
    held = {"basis": basis(course, "ann", NAME), "records": [EXP]}
    write(course.autograded("ann", NAME), {"metadata": {"autograder": held}})
    grade._api.cache_clear()
    return course


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), "utf-8")


def gradebook(course):
    return api_for(course).gradebook


def stands(course):
    return grade.standing(course, "ann", NAME) == [EXP]


def test_an_unchanged_submission_keeps_its_grade(course):
    """Nothing is graded again."""
    assert stands(course)


def test_a_student_who_was_removed_is_graded_again(course):
    """The graded notebook is still there."""
    with gradebook(course) as book:
        book.remove_student("ann")
    assert not stands(course)


def test_a_score_that_is_not_in_the_gradebook_does_not_stand(course):
    """Such as after the student was entered again."""
    with gradebook(course) as book:
        book.find_grade("check_exp", NAME, NAME, "ann").auto_score = 0.0
        book.db.commit()
    assert not stands(course)


def test_what_a_late_penalty_rests_on_is_part_of_it(course):
    """When it was handed in, and how the course is configured."""
    held = {basis(course, "ann", NAME)}
    for path in (
        course.submitted("ann", NAME) / "timestamp.txt",
        course.root / "nbgrader_config.py",
    ):
        path.write_text("2026-03-01 12:00:00 UTC", "utf-8")
        held.add(basis(course, "ann", NAME))
    assert len(held) == 3
    (course.submitted("ann", NAME) / "timestamp.txt").write_text("2026-03-02 12:00:00 UTC", "utf-8")
    assert basis(course, "ann", NAME) not in held


@pytest.mark.parametrize(("points", "stops"), [(2, False), (3, True)])
def test_points_that_were_changed_and_not_released_are_not_graded(course, points, stops):
    """A submission would have more than all points."""
    write(course.source(NAME), {"cells": [{"metadata": {"nbgrader": {**CHECK, "points": points}}}]})
    with pytest.raises(click.UsageError, match="generate_assignment") if stops else nullcontext():
        require_released(api_for(course), course, [NAME])


def test_an_assignment_that_the_gradebook_lost_is_not_graded(course):
    """It can be entered again."""
    with pytest.raises(click.UsageError, match="generate_assignment 03-gradcheck --force"):
        require_released(api_for(course), course, ["03-gradcheck"])


def test_a_course_without_the_judge_is_left_to_nbgrader(course):
    """There would be points in the gradebook, and no records of checks."""
    write(course.source(NAME), {"cells": [{"metadata": {"nbgrader": CHECK}}]})
    with pytest.raises(click.UsageError, match="nbgrader autograde"):
        grade.grade(course)
