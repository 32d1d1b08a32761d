"""Functions, tests and strategies before the judge: the notebooks that have them, end to end."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from autograder.judge import bwrap
from autograder.judge.bodies import Bodies
from autograder.judge.engine import REFERENCE
from autograder.judge.examples import ExampleStore
from autograder.judge.judge import Judge
from autograder.judge.plan import plan
from autograder.judge.rebuild import rebuild
from autograder.nbgrader_plugins import outputs
from notebooks.building import copies
from notebooks.building.lesson import read_lesson
from tests.exercises.lessons import answers

SOURCES = Path(__file__).parents[2] / "notebooks" / "src"
NETS = ("network", "accuracy", "train")
NUMBERS = ("03", "04", "08", "09", "10")
BUSY = """
@settings(max_examples=50, database=None, deadline=None)
@given(seeds)
def test_mul(seed):
    a, b = values((3, 3), seed), values((3, 3), seed)
    mine = [Tensor(array, requires_grad=True) for array in (a, b)]
    theirs = [torch.tensor(array, requires_grad=True) for array in (a, b)]
    (mine[0] * mine[1]).backward(np.ones((3, 3)))
    (theirs[0] * theirs[1]).sum().backward()
    for x, other in zip(mine, theirs, strict=True):
        assert np.allclose(x.grad, other.grad.numpy(), rtol=1e-2)
"""
SQUARES = """
@st.composite
def operands(draw):
    return values((2, 2), draw(seeds)), values((2, 2), draw(seeds))
"""
LOOKS_AROUND = """
def test_mul():
    import autograder.exercises
"""


@cache
def lesson(number: str):
    """A lesson's three copies: the instructor's, the solved one, the one that is handed out."""
    found = read_lesson(next(SOURCES.glob(f"{number}-*.py")))
    texts = (copies.instructor(found), copies.solved(found), copies.student(found))
    return tuple(json.loads(copies.as_text(text)) for text in texts)


def handed_in(number: str, **edits):
    """A solved notebook in which some answers were written anew, or changed by a function."""
    source, solved, _ = lesson(number)
    cells = []
    for cell in solved["cells"]:
        edit, text = edits.pop(cell["id"], None), "".join(cell["source"])
        new = edit if isinstance(edit, str) else edit(text) if edit else text
        assert edit is None or new != text, f"nothing changed in {cell['id']}"
        cells.append({**cell, "source": new})
    assert not edits, f"no cell {', '.join(edits)}"
    data = json.dumps({**solved, "cells": cells}).encode()
    return rebuild(data, source).notebook


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """The judge with the lessons' own reference, and examples that are drawn once."""
    reference = tmp_path_factory.mktemp("reference")
    for name, text in answers().items():
        (reference / f"{name}.py").write_text(text, encoding="utf-8")
    store = ExampleStore(tmp_path_factory.mktemp("cache") / "examples")
    with Judge(store, reference, sandbox=bwrap.available()[0], seed=0) as judge:
        judge.prepare([lesson(number)[0] for number in NUMBERS])
        yield judge


def checked(judge, notebook, *names, earlier=()):
    """Some checks of a notebook, by the names of what they are about."""
    asks = [ask for ask in plan(notebook) if ask.name in names]
    own = judge.engine(earlier) if earlier else REFERENCE
    judged = judge.judge(Bodies.of_notebook(notebook), asks, (), own)
    return {one.ask.name: one for one in judged}


@pytest.mark.parametrize("number", NUMBERS)
def test_a_solved_notebook_gets_all_points(real, number: str):
    """Each function, test and strategy is right."""
    for one in real.notebook(handed_in(number)):
        assert one.verdict.outcome == "right", one.record["message"]
        assert one.points == one.ask.points


@pytest.mark.parametrize("number", NUMBERS)
def test_an_untouched_notebook_was_not_attempted(real, number: str):
    """And gets no points."""
    source, _, released = lesson(number)
    judged = real.notebook(rebuild(json.dumps(released).encode(), source).notebook)
    assert {one.verdict.outcome for one in judged} == {"not attempted"}
    assert sum(one.points for one in judged) == 0


HELPERS = [
    ("03", "numerical_derivative", "error_curve", "(2 * eps)", "(3 * eps)"),
    ("09", "sgd_step", "train", "p.data - rate", "p.data + rate"),
    ("09", "network", "train", ".tanh()", ""),
    ("10", "hvp", "newton_step", "return product.data", "return 1 / 0"),
    ("08", "cross_check", "test_sum", "standard_normal(out.shape)", "random(out.shape) > 2"),
]


@pytest.mark.parametrize(("number", "wrong", "calls", "old", "new"), HELPERS)
def test_a_wrong_function_costs_its_own_points_alone(real, number, wrong, calls, old, new):
    """What calls it is judged beside the reference."""
    edit = {wrong: lambda text: text.replace(old, new)}
    found = checked(real, handed_in(number, **edit), wrong, calls)
    assert found[wrong].verdict.outcome in ("wrong", "raised")
    assert found[calls].verdict.outcome == "right", found[calls].record["message"]


def test_a_strategy_is_lent_before_a_test_is_made_of_it(real):
    """``@given(operands())`` runs while the test is defined."""
    found = checked(real, handed_in("08", operands=SQUARES), "operands", "test_mul")
    assert found["operands"].verdict.outcome == "wrong"
    assert found["test_mul"].verdict.outcome == "right", found["test_mul"].record["message"]


def test_what_cannot_be_read_costs_its_own_points_alone(real):
    """A syntax error in one function's cell hides it from the others."""
    notebook = handed_in("03", numerical_derivative="def nonsense(:")
    found = checked(real, notebook, "numerical_derivative", "error_curve")
    assert found["numerical_derivative"].points == 0
    assert found["error_curve"].verdict.outcome == "right"


def test_a_poor_test_gets_a_part_of_its_points(real):
    """Two of twelve mistakes, twice the same, and as a bare float for nbgrader."""
    notebook = handed_in("08", test_mul=BUSY)
    one, again = (checked(real, notebook, "test_mul")["test_mul"] for _ in range(2))
    assert json.dumps(one.record) == json.dumps(again.record)
    assert one.verdict.outcome == "wrong"
    assert one.points == pytest.approx(4 * 2 / 12, abs=1e-5)
    assert one.record["points"] == one.points
    assert "it catches 2 of 12 mistakes" in one.record["message"]
    *_, last = outputs([one])
    assert last.output_type == "execute_result"
    assert float(last.data["text/plain"]) == one.points


@pytest.mark.needs_sandbox
def test_a_test_sees_no_exercises(real):
    """What is right and what is wrong is not beside it."""
    one = checked(real, handed_in("08", test_mul=LOOKS_AROUND), "test_mul")["test_mul"]
    assert one.points == 0
    assert "ModuleNotFoundError" in one.record["message"]


def test_the_classifier_runs_on_the_students_own_engine(real):
    """A note says on whose bodies; a wrong one has cost its points where it is taught."""

    before = [handed_in("01"), handed_in("06", matmul=lambda text: f"{text}\n# my own")]
    found = checked(real, handed_in("09"), *NETS, earlier=before)
    assert {one.verdict.outcome for one in found.values()} == {"right"}
    assert found["train"].notes[0].startswith("checked on 2 bodies of the student's own engine")
    assert "not handed in, so the reference's: 02-elementwise, 03-" in found["train"].notes[0]
    assert found["accuracy"].notes == ()
    before[1] = handed_in("06", matmul="@implement\ndef matmul(a, b):\n    return a\n")
    found = checked(real, handed_in("09"), *NETS, earlier=before)
    assert {one.verdict.outcome for one in found.values()} == {"right"}
    assert "so the reference's: matmul" in found["train"].notes[0]
