"""An essay that was left blank waits for nobody."""

import json

import nbformat
import pytest
from nbgrader.utils import compute_checksum, determine_grade

from autograder.judge.rebuild import rebuild
from autograder.nbgrader_plugins import keep_checksums

FLAGS = {"grade": True, "solution": True, "locked": False, "task": False, "schema_version": 3}
STUB = "*Your answer here.*"


def notebook(text):
    flags = {**FLAGS, "grade_id": "essay", "points": 0, "cell_type": "markdown"}
    cell = {"cell_type": "markdown", "id": "essay", "metadata": {"nbgrader": flags}, "source": text}
    return {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


@pytest.mark.parametrize(("text", "score"), [(STUB, 0), ("Because of rounding.", None)])
def test_a_blank_essay_is_known_by_its_checksum(text, score):
    """nbgrader gives it 0; an answer is read by a person."""
    source, released = notebook("The solution."), notebook(STUB)
    (handed_out,) = nbformat.from_dict(released).cells
    released["cells"][0]["metadata"]["nbgrader"]["checksum"] = compute_checksum(handed_out)
    rebuilt = rebuild(json.dumps(notebook(text)).encode(), source, released).notebook
    keep_checksums(rebuilt, released)
    (cell,) = nbformat.from_dict(rebuilt).cells
    assert determine_grade(cell) == (score, 0.0)


def test_without_a_release_nothing_is_known():
    """It is left for a person to look at."""
    rebuilt = notebook(STUB)
    keep_checksums(rebuilt, None)
    assert rebuilt == notebook(STUB)
