"""A student's notebook, untouched, runs to its end and says what is still to be done."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.notebooknode import NotebookNode

from notebooks.building.lesson import Lesson, read_lesson

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
SOURCES = sorted((NOTEBOOKS / "src").glob("*.py"))


def said(cell: NotebookNode) -> str:
    """All that a cell printed, showed or raised, as text."""
    texts = []
    for output in cell.outputs:
        texts.append(output.get("text", ""))
        texts.append(output.get("evalue", ""))
        texts.append(output.get("data", {}).get("text/plain", ""))
    return "\n".join(texts)


@pytest.mark.parametrize("lesson", [*map(read_lesson, SOURCES)], ids=lambda lesson: lesson.name)
@pytest.mark.usefixtures("earlier_bodies")
def test_an_untouched_notebook_runs_to_its_end(lesson: Lesson, tmp_path: Path) -> None:
    """Run All stops nowhere; every check says "not attempted", and none is passed."""
    notebook = nbformat.read(NOTEBOOKS / f"{lesson.name}.ipynb", as_version=4)
    NotebookClient(
        notebook, timeout=60, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    ).execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in code)
    checks = [cell for cell in code if cell.metadata.get("nbgrader", {}).get("grade")]
    assert checks
    for cell in checks:
        assert "not attempted" in said(cell), cell.id
        assert any(output.output_type == "error" for output in cell.outputs), cell.id
