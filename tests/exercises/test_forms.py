"""One answer, written in many ways; and what is said of one that has another form."""

from fractions import Fraction

import numpy as np
import pytest
import torch

from autograder.exercises.forms import Form, form_of, normalised, number_in
from minitorch import Tensor

NUMBER = Form("number")


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("5/8", 0.625),
        (" -1 / 5 ", -0.2),
        ("18.0", 18),
        ("-.2", -0.2),
        ("\N{MINUS SIGN}5", -5),
        ("89,700", 89700),
        ("1,234,567.5", 1234567.5),
        (Fraction(5, 8), 0.625),
        ([17], 17),
        ((-5,), -5),
        ([np.float64(0.5)], 0.5),
        (np.array([17]), 17),
        (np.array([[17]]), 17),
        (Tensor([4.0]), 4),
        (torch.tensor(4.0, requires_grad=True), 4),
    ],
)
def test_a_number_may_be_written_in_many_ways(written: object, number: float):
    """What can mean one number alone is that number."""
    assert normalised(number) in NUMBER.texts(written)
    assert NUMBER.objection(written) is None


@pytest.mark.parametrize(
    "written", ["4,7", "0,625", "89,70", "5/", "1/0", "1/2/3", "24%", "", "seven", (4, 7), [], True]
)
def test_what_could_mean_something_else_is_no_number(written: object):
    """A comma for a point is not guessed at."""
    assert number_in(written) is None


@pytest.mark.parametrize(
    ("given", "right"),
    [(4.7, True), ("4.73", True), (4.732346, True), (4.8, False), (4.76, False), (5, False)],
)
def test_more_decimals_than_were_asked_for_are_right(given: object, right: bool):
    """As long as they round to what was asked for."""
    assert (normalised(4.7) in form_of(4.7, decimals=1).texts(given)) is right


def test_an_exact_answer_is_not_rounded():
    """Where no decimals are asked for, six digits count."""
    assert normalised(0.61) not in form_of(0.61).texts(0.612)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((89, 700), "a tuple, (89, 700); the question wants one number: is there a comma in it?"),
        ("4,7", "the text '4,7'; the question wants one number: is there a comma in it?"),
        ("24%", "the text '24%'; the question wants one number"),
        (None, "None; the question wants one number"),
        (True, "True; the question wants one number"),
        ({1}, "of the type set; the question wants one number"),
        (
            np.array([0.0, 4.0, 12.0]),
            "3 values, [0.0, 4.0, 12.0]; the question wants one number: "
            "does it ask for one of these, or for all of them together?",
        ),
    ],
)
def test_another_form_is_named(given: object, said: str):
    """What came, what is wanted, and what may have gone wrong."""
    assert NUMBER.objection(given) == f"your answer is {said}"


def test_a_tuple_may_be_the_right_answer():
    """Then one of one element is no number, and a list or an array does as well."""
    form = form_of((5,))
    assert form.texts((5,)) == form.texts([5.0]) == (normalised((5,)),)
    assert normalised((5,)) not in form.texts(5)
    assert form.objection(5) == "your answer is of the type int; the question wants a tuple"
    assert form.objection([3]) is None


def test_a_word_may_be_the_right_answer():
    """Without its case."""
    form = form_of("softmax")
    assert normalised("softmax") in form.texts(" Softmax")
    assert form.objection("log") is None
    with pytest.raises(TypeError, match="your answer is None; the question wants a short string"):
        form.texts(None)
