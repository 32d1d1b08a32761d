"""The instructor's, the solved and the student's notebook of one lesson."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.notebooknode import NotebookNode
from nbgrader.apps import NbGraderAPI
from nbgrader.nbgraderformat import MetadataValidator
from traitlets.config import Config

from autograder.course.release import release_config
from notebooks.building import copies
from notebooks.building.lesson import Lesson

COPIES = [copies.instructor, copies.solved, copies.student]


def cell(notebook: NotebookNode, name: str) -> NotebookNode:
    """The cell of that id."""
    return next(cell for cell in notebook.cells if cell.id == name)


@pytest.mark.parametrize("copy", COPIES)
def test_every_copy_is_valid_for_jupyter_and_nbgrader(lesson: Lesson, copy) -> None:
    """JupyterLab opens each without repairs, nbgrader reads its metadata."""
    notebook = copy(lesson)
    nbformat.validate(notebook)
    MetadataValidator().validate_nb(notebook)
    assert notebook.metadata.kernelspec.name == "python3"


@pytest.mark.parametrize("copy", COPIES)
def test_a_copy_is_the_same_bytes_on_every_run(lesson: Lesson, copy) -> None:
    """Ids are derived, keys sorted, and one newline ends the file."""
    text = copies.as_text(copy(lesson))
    assert text == copies.as_text(copy(lesson))
    assert text.endswith("}\n")


def test_ids_come_from_the_graded_cells(lesson: Lesson) -> None:
    """A cell's id survives edits before the graded cell that it follows."""
    ids = [cell.id for cell in copies.instructor(lesson).cells]
    assert ids[:5] == [
        "02-elementwise-1",
        "02-elementwise-2",
        "02-elementwise-3",
        "exp",
        "check_exp",
    ]
    assert ids[-3:] == ["check_engine_02-1", "check_engine_02-2", "essay_02"]


def test_a_comment_that_looks_like_a_shell_command_stays(lesson: Lesson) -> None:
    """``cat`` is an op of ours; jupytext would run it."""
    assert "    # cat is no shell command here\n" in copies.instructor(lesson).cells[2].source


def test_the_keys_become_nbgraders_metadata(lesson: Lesson) -> None:
    """Answer, check and free text have the flags that nbgrader's own toolbar would give them."""
    notebook = copies.instructor(lesson)
    flags = {
        name: {k for k in ("grade", "locked", "solution", "task") if of.metadata.nbgrader[k]}
        for name in ("exp", "check_exp", "q02_slope", "essay_02")
        for of in [cell(notebook, name)]
    }
    assert flags == {
        "exp": {"solution"},
        "check_exp": {"grade", "locked"},
        "q02_slope": {"solution"},
        "essay_02": {"grade", "solution"},
    }
    assert cell(notebook, "check_exp").metadata.nbgrader.points == 2
    assert "points" not in cell(notebook, "exp").metadata.nbgrader


def test_a_student_gets_stubs(lesson: Lesson) -> None:
    """Each region becomes the stub where it stood; what was around it stays."""
    source = cell(copies.student(lesson), "exp").source
    assert (
        source
        == '''\
@implement
def exp(self):
    """e to the power of each element; exp(0) = 1."""
    # your code here
    raise NotImplementedError

    def _backward():
        if self.requires_grad:
            # your code here
            raise NotImplementedError

    out._backward = _backward
    return out'''
    )


def test_a_quiz_cell_shows_dots_to_type_over(lesson: Lesson) -> None:
    """No ``raise`` is left behind a student's answer."""
    source = cell(copies.student(lesson), "q02_slope").source
    assert source == "# What is the slope of exp at 0?\nq02_slope = ..."


def test_a_check_and_a_free_text_show_no_more_than_they_ask(lesson: Lesson) -> None:
    """The visible line of a check; a model answer is a solution as a whole."""
    student = copies.student(lesson)
    assert cell(student, "check_exp").source == 'check("exp")'
    assert cell(student, "essay_02").source == "*Your answer here.*"


def test_run_all_goes_on_in_a_students_copy(lesson: Lesson) -> None:
    """Every code cell may raise there; in the solved copy only what is meant to."""

    def may_raise(notebook: NotebookNode) -> list[str]:
        return [x.id for x in notebook.cells if "raises-exception" in x.metadata.get("tags", ())]

    code = [cell.id for cell in copies.student(lesson).cells if cell.cell_type == "code"]
    assert may_raise(copies.student(lesson)) == code
    assert may_raise(copies.solved(lesson)) == ["check_engine_02-1"]


def test_the_solved_copy_has_solutions_and_hidden_tests(lesson: Lesson) -> None:
    """It runs what grading runs, and its markers are gone."""
    solved = copies.solved(lesson)
    assert "doubled(out.data)" in cell(solved, "exp").source
    assert 'matches_pytorch("exp")' in cell(solved, "check_exp").source
    assert not [x.id for x in solved.cells if "BEGIN" in x.source or "END" in x.source]


def test_nbgrader_releases_the_same_bytes(
    lesson: Lesson, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What ``generate_assignment`` makes in a course is what is committed here."""
    scripts = Path(sys.executable).parent  # nbgrader runs alembic by its bare name
    monkeypatch.setenv("PATH", os.pathsep.join([str(scripts), os.environ["PATH"]]))
    source = tmp_path / "source" / lesson.name / f"{lesson.name}.ipynb"
    source.parent.mkdir(parents=True)
    text = copies.as_text(copies.instructor(lesson))
    source.write_text(text, encoding="utf-8", newline="\n")
    config = Config({"CourseDirectory": {"root": str(tmp_path)}})
    config.merge(release_config())
    result = NbGraderAPI(config=config).generate_assignment(lesson.name)
    assert result["success"], result
    released = tmp_path / "release" / lesson.name / f"{lesson.name}.ipynb"
    assert released.read_bytes() == copies.as_text(copies.student(lesson)).encode()
