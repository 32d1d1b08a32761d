"""Where the hidden calls run in a kernel, functions get the points that the judge gives."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbgrader.utils import determine_grade

from autograder.judge.rebuild import grade_id, is_answer, is_check
from tests.exercises.lessons import answers
from tests.judge.test_functions import (
    BUSY,
    SQUARES,
    checked,
    handed_in,
    real,  # noqa: F401  # a fixture
)

ROOT = Path(__file__).parents[2]
# notebook, answers that are changed (a text, or what is replaced by what), checks that are run
CURVES, NEWTON = ["numerical_derivative", "error_curve"], ["hvp", "newton_step"]
RIGID = ("standard_normal(out.shape)", "random(out.shape) * 0 + 1")  # an upstream of ones
SUBMISSIONS = [
    ("03", {"numerical_derivative": ("(2 * eps)", "(3 * eps)")}, CURVES),
    ("10", {"hvp": ("return product.data", "return 1 / 0")}, NEWTON),
    ("10", {"mul_rule": ("g * b, a.shape", "g * a, a.shape")}, ["mul_rule", "hvp"]),
    ("08", {"operands": SQUARES}, ["operands", "test_mul"]),
    ("08", {"test_mul": BUSY, "cross_check": RIGID}, ["cross_check", "test_mul"]),
]


def edited(edits):
    """Each edit as a function of the text, or the text that stands there instead."""
    return {
        name: edit if isinstance(edit, str) else lambda text, e=edit: text.replace(*e)
        for name, edit in edits.items()
    }


def in_a_kernel(notebook, names, tmp_path: Path, monkeypatch) -> dict[str, float]:
    """The points of some checks, as nbgrader reads them off the cells' outputs."""
    reference = tmp_path / "reference"
    reference.mkdir()
    for name, text in answers().items():
        (reference / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.setenv("AUTOGRADER_REFERENCE", str(reference))
    monkeypatch.setenv("AUTOGRADER_SEED", "0")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    wanted = {f"check_{name}" for name in names}
    needed = [cell for cell in notebook["cells"] if _is_needed(cell, wanted)]
    cells = [{**cell, "source": "".join(cell["source"])} for cell in needed]
    node = nbformat.from_dict({**notebook, "cells": cells})
    resources = {"metadata": {"path": tmp_path}}
    NotebookClient(node, timeout=300, allow_errors=True, resources=resources).execute()
    graded = [cell for cell in node.cells if grade_id(cell) in wanted]
    return {grade_id(cell).removeprefix("check_"): determine_grade(cell)[0] for cell in graded}


def _is_needed(cell, wanted) -> bool:
    """Answers, the checks that are asked for, and the cells that define things or import them."""
    if cell["cell_type"] != "code" or is_check(cell):
        return grade_id(cell) in wanted
    text = "".join(cell["source"])
    return is_answer(cell) or text.lstrip().startswith(("import", "from", "def ", "OPS", "seeds"))


@pytest.mark.parametrize(("number", "edits", "names"), SUBMISSIONS)
def test_the_kernel_gives_the_same_points(
    real,  # noqa: F811
    number: str,
    edits: dict,
    names: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    """What a function uses is lent there, too, and a test gets its part."""
    notebook = handed_in(number, **edited(edits))
    judged = {name: one.points for name, one in checked(real, notebook, *names).items()}
    monkeypatch.setenv("AUTOGRADER_CACHE", str(real.store.folder.parent))
    assert in_a_kernel(notebook, names, tmp_path, monkeypatch) == pytest.approx(judged)
