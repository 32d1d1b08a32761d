"""What lies under submitted/ and is no submission is named, and nothing is left out unsaid."""

import pytest

from autograder.course.create import Course
from autograder.course.grade import grade
from autograder.course.submissions import strays

KNOWN = ("01-tensor", "02-elementwise")


@pytest.fixture
def course(tmp_path):
    """Two assignments; Ann's submission is where it should be."""
    course = Course(tmp_path)
    for name in KNOWN:
        course.source(name).parent.mkdir(parents=True)
        course.source(name).touch()
    course.submitted("ann", "01-tensor").mkdir(parents=True)
    return course


def put(course, path):
    target = course.root / "submitted" / path
    folder = target.parent if target.suffix else target
    folder.mkdir(parents=True, exist_ok=True)
    if target.suffix:
        target.touch()


def found(course, assignments=(), student=None):
    return {f"{who}/{what}": why for who, what, why in strays(course, assignments, student)}


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("ivy/01_tensor", "01-tensor"),
        ("xi/02-Elementwise", "02-elementwise"),
        ("xi/02 elementwise (1)", "02-elementwise"),
        ("leo/01-tensor.ipynb", "01-tensor/01-tensor.ipynb"),
    ],
)
def test_the_assignment_that_was_meant_is_guessed(course, path, meant):
    """From a name that is nearly its own."""
    put(course, path)
    (fault,) = found(course).values()
    assert fault.endswith(f"; did you mean {meant}?")


def test_nothing_is_guessed_of_another_name(course):
    """It is named all the same."""
    put(course, "ivy/holidays")
    assert found(course) == {"ivy/holidays": "no such assignment"}


def test_submissions_and_hidden_files_are_no_strays(course):
    """Jupyter keeps checkpoints beside a notebook."""
    put(course, "ann/.ipynb_checkpoints/x.ipynb")
    assert found(course) == {}


def test_they_are_left_out_where_others_were_asked_for(course):
    """Of another student, or of another assignment."""
    put(course, "ivy/01_tensor")
    assert found(course, ("02",)) == found(course, student="ann") == {}
    assert list(found(course, ("01",), "ivy")) == ["ivy/01_tensor"]


def test_they_count_as_not_graded(course, monkeypatch):
    """Each is reported like a submission that could not be graded."""
    course.submitted("ann", "01-tensor").rmdir()
    put(course, "ivy/01_tensor")
    monkeypatch.setattr("autograder.course.grade._prepare", lambda course, work: None)
    reported = []
    assert grade(course, report=reported.append) == reported
    assert reported[0].line().endswith("not graded: no such assignment; did you mean 01-tensor?")
