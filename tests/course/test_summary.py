"""What ``autograder grade`` says at the end."""

from autograder.cli import _summary
from autograder.course.grade import Graded


def test_a_submission_is_graded_or_not_graded():
    """The two numbers add up to the class."""
    graded = [
        Graded("ann", "01-tensor"),
        Graded("bob", "01-tensor", again=False),
        Graded("cyd", "01-tensor", fault="no notebook"),
    ]
    assert _summary(graded) == "2 graded (1 unchanged), 1 not graded"
