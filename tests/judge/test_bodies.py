"""What there is of a slot, in a notebook or in a file: a module of its own, a stub, or nothing."""

import json

import pytest

from autograder.judge.bodies import Bodies, literal
from autograder.judge.files import judge_file
from minitorch.errors import SlotError
from tests.judge.course import EXP, IMPORTS, NEG, STUBS, WRITTEN, body, submitted

FILE = f"{IMPORTS}\n\n{body('neg', NEG)}\n\n\n{body('exp', EXP)}\n"


@pytest.fixture
def saved(tmp_path):
    """Write a file and read its bodies."""

    def save(name: str, content: str | bytes) -> Bodies:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return Bodies.of_file(path)

    return save


@pytest.mark.parametrize(
    "text", [FILE, FILE.replace("@implement\n", "")], ids=["decorated", "bare"]
)
def test_a_file_has_the_functions_that_are_named_as_slots(saved, text):
    """Decorated or not; each with what it uses."""
    bodies = saved("mine.py", text)
    assert bodies.names() == ["neg", "exp"]
    assert "np.exp" in bodies.of("exp").text
    assert "import numpy" in bodies.of("exp").text
    assert not bodies.of("log").attempted


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", b"def exp(self:\n", b"x = 1", FILE.encode("utf-16")]
)
def test_any_file_can_be_read(saved, content):
    """What is no Python has no slots."""
    bodies = saved("mine.py", content)
    assert bodies.names() == []


def test_a_file_that_can_not_be_read_is_an_attempt(saved):
    """Where it mentions the slot that is asked for."""
    found = saved("mine.py", "def exp(self:\n").of("exp")
    assert found.error is not None
    assert found.error.kind == "SyntaxError"


def test_a_notebook_needs_no_metadata(saved):
    """Cells of functions that are named as slots, as in any notebook."""
    cells = [
        {"cell_type": "code", "source": text} for text in (IMPORTS, body("exp", EXP), "exp(1)")
    ]
    bodies = saved("any.ipynb", json.dumps({"cells": cells}))
    assert bodies.names() == ["exp"]
    assert "np.exp" in bodies.of("exp").text


def test_a_notebook_of_the_course_has_its_answer_cells(saved):
    """Its tests are no bodies."""
    bodies = saved("02.ipynb", submitted({**WRITTEN, "neg": STUBS["neg"]}))
    assert bodies.names() == ["neg", "exp"]
    assert not bodies.of("neg").attempted
    assert bodies.of("exp").attempted


def test_what_is_lent_stands_in_the_place_of_the_submissions_own(saved):
    """A mistake in a helper that is graded by itself costs its user nothing."""
    text = "def half(x):\n    return x / 3\n\ndef twice_half(x):\n    return 2 * half(x)\n"
    bodies = saved("mine.py", text)
    assert "x / 3" in bodies.of("twice_half").text
    lent = bodies.of("twice_half", ["half"]).text
    assert "from autograder.sandbox.lent import half" in lent
    assert "x / 3" not in lent


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("q = 2.5", (True, 2.5)),
        ("q = (1, -2)", (True, (1, -2))),
        ("q = 'yes'  # I think", (True, "yes")),
        ("q = ...\nq = 3", (True, 3)),
        ("q = 3\nq = 2 * 2", (False, None)),
        ("q = f(3)", (False, None)),
        ("other = 1", (False, None)),
        ("q = 1\nprint(q)", (False, None)),
        ("q = 1\ndel q", (False, None)),
        ("q = (", (False, None)),
        ("q = [0, 0]\nq[0] = 3", (False, None)),
        ("q = 1\na, q = 2, 3", (False, None)),
        ("q = " + "-" * 10_000 + "1", (False, None)),
        ("q = " + "[" * 150 + "]" * 150, (False, None)),
        ("", (False, None)),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_a_literal_is_read_without_running_anything(text, value):
    """Whatever else needs a process."""
    assert literal("q", text) == value


def test_a_file_is_judged_without_a_course(judge, tmp_path, monkeypatch):
    """One record a slot, in the slots' order; those that are absent only if they are asked for."""
    from autograder.judge import files
    from autograder.judge.plan import plan
    from tests.judge.course import SOURCE

    budget = plan(SOURCE)[0].budget
    path = tmp_path / "mine.py"
    path.write_text(FILE.replace("out.data * out.grad", "out.grad"), encoding="utf-8")
    found = judge_file(path, judge=judge, budget=budget)
    assert [(r["slot"], r["outcome"]) for r in found] == [("neg", "right"), ("exp", "wrong")]
    (one,) = judge_file(path, ["neg"], judge=judge, budget=budget)
    assert one == found[0]
    path.write_text("", encoding="utf-8")
    (absent,) = judge_file(path, ["neg"], judge=judge, budget=budget)
    assert absent["outcome"] == "not attempted"
    assert files.judge_file(path, judge=judge) == []


def test_an_unknown_slot_is_named(tmp_path):
    """With the names that there are."""
    path = tmp_path / "mine.py"
    path.write_text("", encoding="utf-8")
    with pytest.raises(SlotError, match="exq"):
        judge_file(path, ["exq"])


def test_a_file_that_is_not_there_is_an_os_error(tmp_path):
    """For the command line to report."""
    with pytest.raises(OSError, match="nowhere"):
        judge_file(tmp_path / "nowhere.py")
