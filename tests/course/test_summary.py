"""What ``autograder grade`` says at the end."""

from autograder.cli import _Progress, _summary
from autograder.course.grade import Graded


def test_a_submission_is_graded_or_not_graded():
    """The two numbers add up to the class."""
    graded = [
        Graded("ann", "01-tensor"),
        Graded("bob", "01-tensor", again=False),
        Graded("cyd", "01-tensor", fault="no notebook"),
    ]
    assert _summary(graded) == "2 graded (1 unchanged), 1 not graded"


def test_the_bar_knows_how_many_there_are(monkeypatch):
    """And says how many are done."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    with _Progress() as progress:
        progress.begin(3)
        progress.show(Graded("ann", "01-tensor"))
        (row,) = progress._bar.tasks
        columns = [str(column.render(row)) for column in progress._bar.columns]
    assert "1/3" in columns
