"""The reference engine, the stubs' fingerprints and the quiz's hashes, from the tiny lesson."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from autograder.exercises import quiz
from autograder.exercises.forms import normalised
from minitorch import Tensor
from minitorch.source import fingerprint
from notebooks.building import copies, derived
from notebooks.building.lesson import Lesson


def test_a_reference_body_stands_alone(lesson: Lesson) -> None:
    """It brings its imports and its helper, runs, and has no decorator or marker left."""
    text = derived.reference(lesson)["exp"]
    assert "def doubled" in text
    assert "@implement" not in text
    assert "SOLUTION" not in text
    namespace: dict = {}
    exec(text, namespace)
    out = namespace["exp"](Tensor([0.0, 1.0], requires_grad=True))
    np.testing.assert_allclose(out.data, [1.0, np.e])


def test_a_plain_function_has_a_reference_too(lesson: Lesson) -> None:
    """An exercise need not be a slot."""
    namespace: dict = {}
    exec(derived.reference(lesson)["slope"], namespace)
    assert namespace["slope"](lambda x: 3 * x, 1.0, 0.5) == 3


def test_the_stubs_are_what_students_are_given(lesson: Lesson) -> None:
    """A fingerprint of each answer's cell as released, and of no other cell."""
    student = copies.student(lesson)
    released = {cell.id: cell.source for cell in student.cells}
    assert json.loads(derived.stubs([student], {"exp", "slope"})) == {
        "exp": fingerprint(released["exp"]),
        "slope": fingerprint(released["slope"]),
    }


def test_the_quiz_spells_no_answer_out(lesson: Lesson) -> None:
    """The right answer and the foreseen slips are there as hashes."""
    asked = json.loads(derived.quiz([lesson]))
    assert asked == {
        "q02_slope": {
            "form": {"kind": "number", "decimals": None},
            "right": quiz.digest("q02_slope", 1.0),
            "hints": {quiz.digest("q02_slope", 0): "that is the slope of a constant"},
        }
    }


@pytest.mark.parametrize(
    ("given", "same"),
    [
        (1, 1.0),
        (0.1 + 0.2, 0.3),
        (1 / 3, 0.333333),
        (-0.0, 0),
        (np.float64(2.5), 2.5),
        (np.array(2), 2),
        (Tensor([4.0]), 4),
        ("  Softmax ", "softmax"),
        ((3, 5), [3.0, 5.0]),
        (np.array([3, 5]), (3, 5)),
        (Fraction(5, 8), 0.625),
        (Decimal("0.5"), 0.5),
        pytest.param(10**400, float("inf"), id="huge"),
        (True, np.True_),
    ],
)
def test_equal_answers_are_equal(given, same) -> None:
    """However a student writes it, the answer is the answer."""
    assert normalised(given) == normalised(same)


@pytest.mark.parametrize(
    ("given", "other"), [(1 / 3, 0.33), (1, -1), ((3, 5), (5, 3)), (True, 1), ("a b", "ab")]
)
def test_other_answers_are_not(given, other) -> None:
    """Six digits, order and sign count."""
    assert normalised(given) != normalised(other)


@pytest.mark.parametrize("given", [..., None, {1}, 1j])
def test_what_is_no_answer_is_refused(given) -> None:
    """Dots that were not typed over are not a wrong answer."""
    with pytest.raises(TypeError, match="an answer is a number, a short string or a tuple"):
        normalised(given)


def test_an_answer_is_judged_and_a_slip_gets_its_hint(
    lesson: Lesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What ``check`` says of the quiz in a notebook."""
    asked = json.loads(derived.quiz([lesson]))
    monkeypatch.setattr(quiz, "questions", lambda: asked)
    assert quiz.is_right("q02_slope", 1)
    assert not quiz.is_right("q02_slope", 0)
    assert quiz.hint_for("q02_slope", 0.0) == "that is the slope of a constant"
    assert quiz.hint_for("q02_slope", 7) is None
    assert quiz.hint_for("q02_slope", "0/3") == "that is the slope of a constant"
    assert "the question wants one number" in str(quiz.hint_for("q02_slope", (1, 0)))
