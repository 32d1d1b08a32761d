"""``autograder check`` of a file that holds nothing to judge says why, and is a wrong call."""

import json

import pytest
from click.testing import CliRunner

from autograder.cli import main


@pytest.fixture(autouse=True)
def anywhere(monkeypatch):
    """Nothing is run, so that no sandbox is needed."""
    monkeypatch.setattr("autograder.cli._require_sandbox", lambda no_sandbox: None)


def notebook(*texts):
    cells = [{"cell_type": "code", "metadata": {}, "source": text} for text in texts]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.py", "", "the file is empty"),
        ("a.py", "def exp(self:\n", "line 1"),
        ("a.py", "import numpy\n", "no function is named as a slot"),
        ("a.py", "def expo(self):\n    return 1\n", "no function is named as a slot"),
        ("a.ipynb", "{\n", "the file is no notebook"),
        ("a.ipynb", "", "the file is empty"),
        ("a.ipynb", notebook("1 + 1"), "no function is named as a slot"),
        (
            "a.ipynb",
            notebook("def hvp(f, x, v):\n    return v"),
            "it holds hvp; functions are judged in a course alone: autograder grade",
        ),
    ],
)
def test_the_reason_is_said(tmp_path, name, content, said):
    """On stderr, with the exit code of a wrong call."""
    path = tmp_path / name
    path.write_text(content, "utf-8")
    result = CliRunner().invoke(main, ["check", str(path)])
    assert result.exit_code == 2
    assert f"no body of a slot in {path}: " in result.output
    assert said in result.output


def test_a_slot_that_does_not_exist_is_a_wrong_call(tmp_path):
    """With a guess which was meant."""
    path = tmp_path / "a.py"
    path.write_text("def exp(self):\n    return self\n", "utf-8")
    result = CliRunner().invoke(main, ["check", str(path), "exq"])
    assert result.exit_code == 2
    assert "did you mean exp?" in result.output
