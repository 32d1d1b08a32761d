"""No student's notebook gives away a solution, a hidden test or a marker."""

from __future__ import annotations

import ast
from pathlib import Path

import nbformat
import pytest
from nbformat.notebooknode import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell

from notebooks.building import copies
from notebooks.building.leaks import leaks
from notebooks.building.lesson import Lesson, read_lesson

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
COURSE = [read_lesson(path) for path in sorted((NOTEBOOKS / "src").glob("*.py"))]


def functions(text: str) -> dict[str, str]:
    """What each function of a text does, docstring left out; a text of prose has none."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return {}
    return {
        node.name: "\n".join(map(ast.unparse, node.body[bool(ast.get_docstring(node)) :]))
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
    }


@pytest.mark.parametrize("lesson", COURSE, ids=lambda lesson: lesson.name)
def test_a_committed_notebook_gives_nothing_away(lesson: Lesson) -> None:
    """Of the whole course's answers, not only of its own."""
    notebook = nbformat.read(NOTEBOOKS / f"{lesson.name}.ipynb", as_version=4)
    assert leaks(notebook, COURSE) == []


@pytest.mark.parametrize("lesson", COURSE, ids=lambda lesson: lesson.name)
def test_no_reference_body_survives(lesson: Lesson) -> None:
    """Seen another way: no function in a committed notebook does what an answer does."""
    answers = {
        functions(cell.text)[cell.name] for other in COURSE for cell in other.of_kind("answer")
    }
    notebook = nbformat.read(NOTEBOOKS / f"{lesson.name}.ipynb", as_version=4)
    shown = {body for cell in notebook.cells for body in functions(cell.source).values()}
    assert not shown & answers


@pytest.mark.parametrize("lesson", COURSE, ids=lambda lesson: lesson.name)
def test_a_committed_notebook_has_never_run(lesson: Lesson) -> None:
    """No output, no count, and nothing but nbgrader's metadata and tags on a cell."""
    notebook = nbformat.read(NOTEBOOKS / f"{lesson.name}.ipynb", as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in code)
    keys = {key for cell in notebook.cells for key in cell.metadata}
    assert keys <= {"nbgrader", "tags", "deletable", "editable"}


@pytest.fixture
def student(lesson: Lesson) -> NotebookNode:
    """The tiny lesson's student copy, which gives nothing away."""
    notebook = copies.student(lesson)
    assert leaks(notebook, [lesson]) == []
    return notebook


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("### BEGIN SOLUTION", "'BEGIN SOLUTION'"),
        ("# END HIDDEN TESTS", "'END HIDDEN TESTS'"),
        ("from autograder.hidden import matches_pytorch", "'autograder.hidden'"),
        ("    q02_slope = 1.0", "the solution of 'q02_slope'"),
        ("if True:\n        return (f(x + h) - f(x - h)) / (2 * h)", "the solution of 'slope'"),
        ("Because the slope of exp is exp.", "the solution of 'essay_02'"),
    ],
)
@pytest.mark.parametrize("new_cell", [new_code_cell, new_markdown_cell])
def test_what_is_given_away_is_found(
    lesson: Lesson, student: NotebookNode, new_cell, text: str, what: str
) -> None:
    """In code and in prose, whatever the indentation."""
    student.cells.append(new_cell(f"before\n\n{text}\nafter", id="leaky"))
    assert any(leak.startswith(f"leaky has {what}") for leak in leaks(student, [lesson]))


def test_a_part_of_a_body_may_be_shown(lesson: Lesson, student: NotebookNode) -> None:
    """A right forward beside a broken closure is how mistakes are taught."""
    shown = 'out = Tensor(np.exp(self.data), _prev=(self,), _op="exp")'
    student.cells.append(new_code_cell(shown, id="part"))
    assert leaks(student, [lesson]) == []
