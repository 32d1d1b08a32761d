"""The solved notebooks run from end to end, hidden tests included: the lessons keep their word."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from notebooks.building import copies
from notebooks.building.lesson import Lesson, read_lesson

SOURCES = sorted((Path(__file__).parents[2] / "notebooks" / "src").glob("*.py"))
# nbval lets a tagged cell raise; a cell that shows a mistake must.
MUST_RAISE = """\
import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    yield
    if "raises-exception" in item.cell.metadata.get("tags", ()):
        assert any(output.output_type == "error" for output in item.test_outputs)
"""


@pytest.mark.parametrize("lesson", [*map(read_lesson, SOURCES)], ids=lambda lesson: lesson.name)
@pytest.mark.usefixtures("earlier_bodies")
def test_a_solved_notebook_runs(lesson: Lesson, tmp_path: Path) -> None:
    """Every check passes, every hidden oracle agrees, and only what should raise raises."""
    notebook = tmp_path / f"{lesson.name}.ipynb"
    notebook.write_text(copies.as_text(copies.solved(lesson)), encoding="utf-8")
    (tmp_path / "conftest.py").write_text(MUST_RAISE, encoding="utf-8")
    nbval = [sys.executable, "-m", "pytest", "--nbval-lax", "--nbval-current-env"]
    options = ["--color=no", "--quiet", f"--rootdir={tmp_path}"]
    done = subprocess.run(
        [*nbval, *options, notebook.name], cwd=tmp_path, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
