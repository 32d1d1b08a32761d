"""What was handed in before counts where an assignment is checked on the student's own engine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autograder.course.create import Course
from autograder.course.earlier import earlier, handed_in
from autograder.nbgrader_plugins import basis
from notebooks.building import copies
from notebooks.building.lesson import read_lesson

SOURCES = Path(__file__).parents[2] / "notebooks" / "src"
FIRST, SECOND, NETWORK = "01-tensor", "02-elementwise", "09-tense-classifier"


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """Three assignments, and one student who handed in the first and the last."""
    course = Course(tmp_path)
    for name in (FIRST, SECOND, NETWORK):
        lesson = read_lesson(SOURCES / f"{name}.py")
        write(course.source(name), copies.as_text(copies.instructor(lesson)))
        if name != SECOND:
            write(course.submitted("ada", name) / f"{name}.ipynb", solved(name))
    return course


def solved(name: str) -> str:
    return copies.as_text(copies.solved(read_lesson(SOURCES / f"{name}.py")))


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_earlier_notebooks_are_rebuilt(course: Course):
    """Those of the same student alone, and those before alone."""
    (notebook,) = earlier(course, "ada", NETWORK)
    assert any(cell.get("id") == "backward" for cell in notebook["cells"])
    assert earlier(course, "bob", NETWORK) == []


def test_other_assignments_rest_on_themselves(course: Course):
    """A slot's check lends the reference for all other slots."""
    assert earlier(course, "ada", SECOND) == []


def test_a_single_notebook_of_another_name_counts(course: Course):
    """As nbgrader's hook grades it under the right one."""
    write(course.submitted("ada", SECOND) / "mine.ipynb", solved(SECOND))
    assert [name for name, _ in handed_in(course, "ada", NETWORK)] == [FIRST, SECOND]


def test_a_link_to_somebody_elses_work_does_not_count(course: Course):
    """Nor does what is no file."""
    folder = course.submitted("eve", FIRST)
    folder.parent.mkdir(parents=True)
    folder.symlink_to(course.submitted("ada", FIRST))
    (course.submitted("eve", SECOND) / f"{SECOND}.ipynb").mkdir(parents=True)
    assert earlier(course, "eve", NETWORK) == []


def test_grades_rest_on_earlier_notebooks_too(course: Course):
    """Who hands in a better engine is graded again; elsewhere that changes nothing."""
    before = basis(course, "ada", NETWORK), basis(course, "ada", SECOND)
    path = course.submitted("ada", FIRST) / f"{FIRST}.ipynb"
    notebook = json.loads(path.read_text(encoding="utf-8"))
    notebook["cells"][-1]["source"] = "one more thought"
    write(path, json.dumps(notebook))
    after = basis(course, "ada", NETWORK), basis(course, "ada", SECOND)
    assert before[0] != after[0]
    assert before[1] == after[1]
