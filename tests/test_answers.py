"""What a check found stands for the rest of its cell, as long as the function is the same."""

import pytest

from autograder import answers
from autograder.verdict import Verdict

FOUND = Verdict("test_mul", "wrong")


@pytest.fixture
def notebook(monkeypatch):
    """A notebook's state: the cell that runs, and what ``test_mul`` means."""
    state = {"cell": 7, "function": object()}
    monkeypatch.setattr(answers, "_cell", lambda: state["cell"])
    monkeypatch.setattr(answers, "value_of", lambda name: state["function"])
    monkeypatch.setattr(answers, "_checked", {})
    answers.remember("test_mul", FOUND)
    return state


def test_stands_in_the_same_cell(notebook):
    assert answers.recall("test_mul") is FOUND


@pytest.mark.parametrize(("what", "value"), [("cell", 8), ("cell", 0), ("function", object())])
def test_is_forgotten_when_the_cell_or_the_function_is_another(notebook, what, value):
    notebook[what] = value
    assert answers.recall("test_mul") is None


def test_is_of_one_name(notebook):
    assert answers.recall("test_sum") is None
