"""Which notebook is graded where names are not as they should be, and that it is said."""

from pathlib import Path

import pytest

from autograder.course.create import Course
from autograder.course.grade import Graded
from autograder.nbgrader_plugins import _graded_file, find_misnamed, which

NAME = "02-elementwise"
COPY = f"{NAME} (1).ipynb"


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course in which Ann handed in nothing yet."""
    monkeypatch.setenv("AUTOGRADER_COURSE", str(tmp_path))
    course = Course(tmp_path)
    course.source(NAME).parent.mkdir(parents=True)
    course.source(NAME).touch()
    course.submitted("ann", NAME).mkdir(parents=True)
    return course


def hand_in(course, *names):
    for name in names:
        (course.submitted("ann", NAME) / name).write_text(name, "utf-8")


def graded(course) -> Path:
    """The file that is read, once nbgrader's hook has been called."""
    notebooks = [str(path) for path in course.submitted("ann", NAME).glob("*.ipynb")]
    find_misnamed(notebooks)
    asked = next(path for path in notebooks if Path(path).stem == NAME)
    where = {"student": "ann", "assignment": NAME}
    return _graded_file(course, {"submitted_file": asked, "nbgrader": where})


def said(course):
    return which(graded(course), course.source(NAME).parent)


def test_a_misnamed_notebook_is_graded_and_leaves_no_copy(course):
    """A copy would be graded in the place of what is handed in later."""
    hand_in(course, COPY)
    assert graded(course).name == COPY
    assert [path.name for path in course.submitted("ann", NAME).iterdir()] == [COPY]
    assert said(course) == [f"the file that was graded is {COPY}"]


def test_beside_others_the_right_name_is_graded(course):
    """And the others are named."""
    hand_in(course, COPY, f"{NAME}.ipynb")
    assert graded(course).name == f"{NAME}.ipynb"
    assert said(course) == [f"the file that was graded is {NAME}.ipynb, not {COPY}"]


def test_nothing_is_said_of_what_is_as_it_should_be(course):
    """One notebook of the right name."""
    hand_in(course, f"{NAME}.ipynb")
    assert said(course) == []


def test_the_console_line_says_which_file_was_graded():
    """After the points."""
    line = Graded("ann", NAME, notes=(f"the file that was graded is {COPY}",)).line()
    assert line.endswith(f"(the file that was graded is {COPY})")
