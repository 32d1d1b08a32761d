"""A grade cell's calls are orders to the judge; what is no such call runs beside the bodies."""

import pytest

from autograder.judge.plan import PlanError, plan, read_check
from autograder.oracles.budget import Budget
from autograder.verdict import ORACLES
from tests.judge.course import GRADE, SOURCE, _cell


def read(text: str):
    """What one grade cell asks."""
    return read_check(_cell("code", text, "check_it", **GRADE))


def test_the_course_asks_of_both_slots_and_of_a_question():
    """In the order of the notebook, each with its points."""
    asks = plan(SOURCE)
    assert [(a.cell, a.name, a.kind, a.points) for a in asks] == [
        ("check_neg", "neg", "slot", 2.0),
        ("check_exp", "exp", "slot", 2.0),
        ("check_q_slope", "q_slope", "quiz", 2.0),
    ]
    assert asks[0].budget == Budget(oracles=("pytorch", "edges", "graph"))
    assert (asks[2].expected, asks[2].hints) == (2.5, ((5, "is that for one step, or for two?"),))
    assert not any(ask.test for ask in asks)


def test_all_five_calls_ask_all_five_oracles():
    """In the oracles' own order, with the budgets that the calls give."""
    (ask,) = read(
        'check("exp")\nkeeps_the_graph("exp")\nhandles_edges("exp")\n'
        'survives_hypothesis("exp", examples=250)\npasses_gradcheck("exp", eps=1e-5, examples=3)\n'
        'matches_pytorch("exp")'
    )
    assert ask.budget == Budget(examples=250, gradcheck=3, eps=1e-5, oracles=ORACLES)


def test_a_name_that_is_no_slot_is_a_function():
    """An exercise that no engine hangs on."""
    (ask,) = read('matches_pytorch("numerical_derivative")')
    assert (ask.kind, ask.name) == ("function", "numerical_derivative")


def test_a_students_own_test_is_asked_whom_it_catches():
    """In the words of notebook 08."""
    (ask,) = read('catches("test_mul", points=2)')
    assert (ask.kind, ask.name, ask.budget.oracles) == ("function", "test_mul", ("hypothesis",))


def test_an_engine_is_named_after_its_cell():
    """The notebook is what is asked of it."""
    (ask,) = read('whole_engine("02-elementwise", examples=50)')
    assert (ask.kind, ask.name, ask.target) == ("engine", "it", "02-elementwise")
    assert ask.budget.examples == 50


def test_two_slots_in_a_cell_share_its_points():
    """Each gets a record of its own."""
    asks = read('matches_pytorch("exp")\nmatches_pytorch("log")')
    assert [(ask.name, ask.points) for ask in asks] == [("exp", 1.0), ("log", 1.0)]


def test_an_instructors_own_statements_are_kept_as_a_test():
    """As they were written, without our imports and the visible check."""
    (ask,) = read(
        'check("exp")\nfrom autograder.hidden import matches_pytorch\nmatches_pytorch("exp")\n'
        "x = Tensor(0.0)  # zero\nassert x.exp().item() == 1"
    )
    assert (ask.kind, ask.test) == ("slot", "x = Tensor(0.0)\nassert x.exp().item() == 1")


def test_statements_beside_a_question_are_a_test_of_their_own():
    """No body runs for a question, so they could run beside none."""
    asks = read('expects("q", 1)\nassert False')
    assert [(ask.kind, ask.test, ask.points) for ask in asks] == [
        ("quiz", "", 1.0),
        ("test", "assert False", 1.0),
    ]


def test_a_cell_of_statements_alone_is_a_test():
    """Named after the cell."""
    (ask,) = read("assert 1 + 1 == 2")
    assert (ask.kind, ask.name, ask.test) == ("test", "it", "assert 1 + 1 == 2")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def (", "is no Python"),
        ('survives_hypothesis("exp", examples=many)', "expected literal arguments"),
        ('matches_pytorch("exp", eps=1)', "has no setting 'eps'"),
        ('expects("q")', "expects"),
        ("matches_pytorch()", "matches_pytorch"),
        ('hint("q", 1)', "hint"),
        ('catches("test_mul", points=3)', "catches gives 3 points, the cell 2"),
        ('check("exp")', "asks nothing"),
        ('for n in ["exp"]:\n    matches_pytorch(n)', "each is a statement of its own"),
        ('import autograder.hidden as h\nh.matches_pytorch("exp")', "read, not run"),
        ('from autograder.hidden import matches_pytorch as m\nm("exp")', "by its own name, got m"),
        ("from autograder.hidden import matches_pytorh", "did you mean matches_pytorch?"),
        ('whole_engine("02-elementwize")', "no notebook '02-elementwize' teaches a slot"),
    ],
)
def test_what_can_not_be_read_names_the_cell(text, said):
    """It is the instructor's to mend, so it is not a student's zero."""
    with pytest.raises(PlanError, match="grade cell check_it") as error:
        read(text)
    assert said in str(error.value)
