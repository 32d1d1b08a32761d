"""What a report says, whichever way it is laid out."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from autograder.report.arrays import difference, grids, number, pair
from autograder.report.facts import facts
from autograder.report.wording import reading
from autograder.sandbox.program import Raised, Step
from autograder.verdict import ORACLES, Misconception, Verdict

Make = Callable[..., Verdict]


def test_the_worst_element_is_named_with_both_values(wrong: Verdict):
    """Four significant digits."""
    comparison = facts(wrong).comparison
    assert comparison is not None
    assert (comparison.element, comparison.got) == ("x.grad[1, 0]", "2")
    assert comparison.expected == "7.389"


def test_two_numbers_that_look_alike_get_more_digits():
    assert pair(1.00000012, 1.00000013) == ("1.00000012", "1.00000013")
    assert pair(1.5, 2.5) == ("1.5", "2.5")


def test_a_difference_is_absolute_and_relative():
    assert difference(1.5, 1.0) == "0.5, 0.5 times the expected value"
    assert difference(np.nan, 1.0) == ""
    assert difference(True, False) == ""


@pytest.mark.parametrize(
    ("value", "text"), [(1e-12, "1e-12"), (123456.7, "1.235e+05"), (3, "3"), (True, "True")]
)
def test_numbers_are_short(value: object, text: str):
    assert number(value) == text


def test_a_long_array_is_cut_around_its_worst_element():
    """Rank 3: the plane that holds it, and a window of that."""
    expected = np.zeros((3, 40, 30))
    got = expected.copy()
    got[2, 20, 10] = 1
    left, right = grids(got, expected, (2, 20, 10))
    assert left.part == "[2, :, :]"
    assert len(left.rows) == len(right.rows) == 8
    assert sum(cell.wrong for row in left.rows for cell in row) == 1
    assert left.rows[0][0].text == "..."


@pytest.mark.parametrize(
    ("kind", "value", "got", "expected", "said"),
    [
        ("gradient", "grad0", np.zeros(2), np.ones(2), "x.grad is not the expected gradient"),
        ("forward", "out", np.zeros(2), np.ones(2), "the output is not the expected one"),
        ("shape", "grad0", np.zeros(2), np.ones(3), "x.grad has shape (2,), expected (3,)"),
        ("dtype", "grad0", np.zeros(2, "f4"), np.ones(2), "dtype float32, expected float64"),
        ("missing", "grad0", None, np.ones(2), "x.grad is None, expected a gradient"),
        ("unwanted", "grad0", np.ones(2), None, "x.grad holds a gradient, expected None"),
        ("aliasing", "grad0/leaf0", np.ones(2), np.zeros(2), "writing into x.grad changes x.data"),
        ("mutation", "leaf0", np.ones(2), np.zeros(2), "x.data is not what it was before"),
        ("alive", "alive", np.array(3), np.array(0), "3 tensors still alive"),
        ("accepted", "", None, None, "no error came where one is due"),
        ("lost", "", None, None, "no answer came back"),
        ("kink", "grad0", np.zeros(2), np.ones(2), "x.grad cannot be checked at a kink"),
    ],
)
def test_every_kind_of_finding_has_its_headline(
    make: Make, kind: str, value: str, got: object, expected: object, said: str
):
    assert said in facts(make(value, got, expected, kind=kind)).headline


@pytest.mark.parametrize("phase", ["load", "forward", "backward"])
def test_an_exception_comes_with_its_phase_and_line(make: Make, phase: str):
    """Where it was raised, and by which of the student's lines."""
    error = Raised("ValueError", "no", phase, "  x = 1 / 0")
    told = facts(make(error=error, kind="raised"))
    assert told.headline.startswith("ValueError ")
    assert ("at", "x = 1 / 0") in told.error


def test_a_lost_answer_tells_its_story_once(make: Make):
    """The sandbox's words are the headline; there was no exception to show."""
    story = "no answer: time limit, it worked for more than 5 s"
    told = facts(make(error=Raised("Lost", story, "lost"), kind="lost"))
    assert told.headline == story
    assert told.error == ()


def test_a_long_message_is_cut(make: Make):
    error = Raised("ValueError", "x" * 5000, "forward")
    assert len(dict(facts(make(error=error, kind="raised")).error)["raised"]) <= 240


def outcomes(**named: str) -> dict[str, str]:
    """All right but for those that are named."""
    return dict.fromkeys(ORACLES, "right") | named


@pytest.mark.parametrize(
    ("seen", "meaning"),
    [
        (outcomes(pytorch="wrong", gradcheck="wrong"), "the formula is the first suspect"),
        (outcomes(pytorch="wrong"), "the forward, or a convention, is the first suspect"),
        (outcomes(gradcheck="wrong"), "gradcheck is the first suspect"),
        (outcomes(edges="wrong"), "a special one is not"),
        (outcomes(hypothesis="raised"), "some random shapes or arguments are not"),
        (outcomes(graph="wrong"), "how the body treats the graph"),
        (dict.fromkeys(ORACLES, "raised"), "No oracle got as far as comparing numbers"),
        (outcomes(), ""),
    ],
)
def test_a_combination_of_oracles_has_a_meaning(seen: dict[str, str], meaning: str):
    assert meaning in reading(seen)
    assert bool(reading(seen)) == bool(meaning)


def test_a_wrong_shape_says_nothing_of_the_formula():
    assert reading(outcomes(pytorch="wrong", gradcheck="wrong"), "shape") == ""


def test_a_small_case_is_replayed_by_one_line(wrong: Verdict):
    """It runs as it stands, given np and Tensor."""
    line = facts(wrong).replay
    assert "\n" not in line
    assert line.startswith("x = Tensor([[-0.5, 1.25], [2, 0.1]], requires_grad=True); ")
    assert line.endswith("out.backward([[0.3, -1.2], [1, 0.7]]); x.grad")


@pytest.mark.parametrize(
    ("step", "call"),
    [
        (Step("add", (0, 1)), "a + b"),
        (
            Step("sum", (0,), (), {"axis": (0, -1), "keepdims": True}),
            "a.sum(axis=(0, -1), keepdims=True)",
        ),
        (Step("pow", (0,), (-0.5,)), "a ** -0.5"),
        (Step("getitem", (0,), ((slice(None, None, 2), [0, 0]),)), "a[::2, [0, 0]]"),
        (Step("getitem", (0,), (Ellipsis,)), "a[...]"),
        (Step("getitem", (0,), (None,)), "a[None]"),
        (Step("cat", (0, 1), (), {"axis": 1}), "cat([a, b], axis=1)"),
        (Step("hand.scale", (0,), (4.0,)), "scale(a, 4)"),
        (Step("transpose", (0,), (1, 0)), "a.transpose(1, 0)"),
    ],
)
def test_a_step_is_written_as_one_would_type_it(make: Make, step: Step, call: str):
    told = facts(make("out", X2, X2 + 1, kind="forward", step=step, leaves=(X2, X2)))
    assert ("", f"out = {call}") in told.case


X2 = np.zeros((2, 2))


def test_a_replay_runs_and_shows_the_mistake(wrong: Verdict, make: Make):
    """With a body of one's own in the slot."""
    import minitorch
    from minitorch import Tensor
    from minitorch.slots import attachments

    def exp(self):
        return Tensor(self.data + 1)

    scope = {"np": np, "Tensor": Tensor, **vars(minitorch)}
    *statements, last = facts(make("out", X2, X2 + 1, upstream=None)).replay.split("; ")
    with attachments({"exp": exp}):
        exec("; ".join(statements), scope)
    assert (eval(last, scope).data == [[0.5, 2.25], [3.0, 1.1]]).all()


def test_a_long_program_is_cut_in_the_middle(make: Make):
    steps = tuple(Step("hand.sin", (i,)) for i in range(10_000))
    told = facts(make(got=X2, expected=X2 + 1, steps=steps))
    assert len(told.case) < 15
    assert any("9,992 more steps" in value for _, value in told.case)
    assert told.replay == 'check("exp")'


@pytest.mark.parametrize(
    ("name", "todo"),
    [
        ("exp", "in the place of `raise NotImplementedError`"),
        ("q02_zeros", "in the place of `...`"),
        ("engine_02", "the bodies of its notebook come first"),
    ],
)
def test_what_is_to_be_done_fits_what_was_asked(name: str, todo: str):
    """A question's hole looks otherwise than a body's, and an engine has no cell."""
    assert todo in facts(Verdict(name, "not attempted")).headline


def test_no_formula_is_suspected_where_nothing_arrives(wrong: Verdict):
    """A closure that is never called is wrong in no formula."""
    nothing = Misconception("no-contribution", "nothing?", "nothing.", "")
    bad = {**dict.fromkeys(ORACLES, "wrong")}
    assert "formula" in facts(replace(wrong, oracles=bad)).reading
    assert "formula" not in facts(replace(wrong, oracles=bad, misconception=nothing)).reading
