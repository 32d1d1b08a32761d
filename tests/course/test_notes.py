"""What was unusual about a submission is read by its student and by whoever grades."""

import json

import pytest

from autograder.course import grade
from autograder.course.create import Course
from autograder.judge.plan import Ask
from autograder.judge.record import Judged
from autograder.nbgrader_plugins import outputs
from autograder.verdict import Verdict

NAME = "02-elementwise"
NO_NOTEBOOK = "the file is no notebook: it is empty"


def test_notes_are_in_the_html_too():
    """Which is what feedback shows; what came from a submission is escaped."""
    ask = Ask("check_exp", "exp", "slot", 2.0)
    notes = ("answer cell exp is missing", "<script>")
    data = outputs([Judged(ask, Verdict("exp", "not attempted"), notes)])[0]["data"]
    assert data["text/plain"].endswith("note: answer cell exp is missing\nnote: <script>")
    assert "<p>note: answer cell exp is missing</p>" in data["text/html"]
    assert data["text/html"].endswith("<p>note: &lt;script&gt;</p>")


@pytest.mark.parametrize("again", [True, False])
def test_what_is_wrong_with_the_file_is_on_the_console(tmp_path, monkeypatch, again):
    """Whether it was graded now or before; notes on single answers are for the feedback."""
    course = Course(tmp_path)
    for path in (course.submitted("ann", NAME) / f"{NAME}.ipynb", course.autograded("ann", NAME)):
        path.parent.mkdir(parents=True)
    (course.submitted("ann", NAME) / f"{NAME}.ipynb").touch()
    kept = {"notes": [NO_NOTEBOOK, "answer cell exp is missing"], "records": []}
    course.autograded("ann", NAME).write_text(
        json.dumps({"metadata": {"autograder": kept}}), "utf-8"
    )
    monkeypatch.setattr(grade, "_api", lambda root: Nbgrader())
    monkeypatch.setattr(grade, "standing", lambda *_: None if again else [])
    graded = grade.grade_one(str(tmp_path), "ann", NAME)
    assert graded.again == again
    assert graded.line().endswith(f"({NO_NOTEBOOK})")


class Nbgrader:
    """Its API: grading succeeds."""

    def autograde(self, *_):
        return {"success": True}
