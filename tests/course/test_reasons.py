"""Why a submission was not graded is said, in the words of whoever knew."""

import pytest

from autograder.course.create import Course
from autograder.course.grade import _reason, grade_one

NAME = "03-gradcheck"
POINTS_TO_IT = (
    "nbgrader.converters.base.NbGraderException: Please see the the above traceback for details "
    "on the specific errors on the above failures."
)


@pytest.mark.parametrize(
    "cause",
    [
        "nbgrader.converters.base.NbGraderException: No notebooks found, did you forget to run "
        "'nbgrader generate_assignment'?",
        "autograder.nbgrader_plugins.GraderFaultError: check_exp: no answer",
    ],
)
def test_the_cause_is_said_and_not_where_it_is(cause):
    """nbgrader raises once more, to point at the log."""
    log = f"Traceback (most recent call last):\n  File 'x.py', line 1\n{cause}\n"
    assert _reason({"log": log, "error": f"Traceback:\n{POINTS_TO_IT}\n"}) == cause


def test_without_any_other_line_that_one_is_said():
    """Rather than nothing."""
    assert _reason({"log": "", "error": POINTS_TO_IT}) == POINTS_TO_IT
    assert _reason({}) == "no reason given"


@pytest.mark.parametrize(
    ("names", "fault"),
    [
        ((), "the submission holds no notebook (.ipynb)"),
        (("b", "a"), f"2 notebooks, none named {NAME}.ipynb: a.ipynb, b.ipynb"),
    ],
)
def test_notebooks_of_which_none_can_be_chosen_are_named(tmp_path, names, fault):
    """nbgrader would only say that it found none."""
    folder = Course(tmp_path).submitted("ann", NAME)
    folder.mkdir(parents=True)
    for name in names:
        (folder / f"{name}.ipynb").touch()
    assert grade_one(str(tmp_path), "ann", NAME).fault == fault
