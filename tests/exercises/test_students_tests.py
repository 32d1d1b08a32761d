"""Notebook 08: a student's tests get the grade that they deserve, and strategies too."""

from __future__ import annotations

from unittest import mock

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.exercises import suspects
from autograder.exercises.functions import FUNCTIONS
from autograder.exercises.functions.asking import draw
from autograder.exercises.functions.tests import armed
from autograder.exercises.functions.tests import verdict as verdict_of
from autograder.oracles import Budget
from autograder.report import html, text
from autograder.sandbox.program import Result
from autograder.sandbox.suites import loaded as body_in
from minitorch import Tensor
from tests.exercises.lessons import answers, asked, changed, engine, loaded

TESTS = ("test_mul", "test_sum", "test_programs")
STRATEGIES = ("broadcastable_pairs", "shapes", "operands")
quiet = settings(max_examples=50, database=None, deadline=None)
seeds = st.integers(0, 2**32 - 1)


def values(shape, seed):
    return np.random.default_rng(seed).standard_normal(shape)


def report(verdict) -> str:
    """The text of a report on one line."""
    assert html(verdict)
    return " ".join(text(verdict).split())


def compared(a, b, upstream, tolerance, outputs=True):
    """A test of mul on two arrays, as strict as asked for."""
    mine = [Tensor(x, requires_grad=True) for x in (a, b)]
    theirs = [torch.tensor(x, requires_grad=True) for x in (a, b)]
    out, expected = mine[0] * mine[1], theirs[0] * theirs[1]
    if outputs:
        assert np.allclose(out.data, expected.detach().numpy(), rtol=tolerance)
    g = np.ones(out.shape) if upstream is None else values(out.shape, upstream)
    out.backward(g)
    expected.backward(torch.tensor(g))
    for x, other in zip(mine, theirs, strict=True):
        assert x.grad.shape == x.shape
        assert np.allclose(x.grad, other.grad.numpy(), rtol=tolerance)


# The reference


@pytest.mark.parametrize("name", [*TESTS, "cross_check", *STRATEGIES])
def test_the_reference_gets_all_points(name: str):
    """It accepts every right engine, and refuses every wrong one."""
    verdict = asked(name, loaded(name, answers()[name]))
    assert verdict.outcome == "right", text(verdict)
    assert verdict.earned == 1.0


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_strategy_is_judged_alike_under_any_seed(name: str):
    """What is asked of its variety leaves room for luck."""
    strategy = loaded(name, answers()[name])
    assert {asked(name, strategy, seed).outcome for seed in range(1, 6)} == {"right"}


@pytest.mark.parametrize("name", TESTS)
def test_its_failing_examples_are_small(name: str):
    """The report of a test that is right says how small they are."""
    said = report(asked(name, loaded(name, answers()[name])))
    size = int(said.partition("that it fails with have ")[2].split()[0])
    assert size <= 8


# Tests that deserve little


def checks_nothing():
    pass


def always_fails():
    raise AssertionError("no")


@quiet
@given(seeds, seeds)
def of_a_sum(one, two):
    compared(values((2, 1), one), values((3,), two), None, 1e-9)


@quiet
@given(seeds, seeds)
def one_square(one, two):
    compared(values((3, 3), one), values((3, 3), two), 1, 1e-9)


@quiet
@given(seeds, seeds)
def a_wide_tolerance(one, two):
    compared(values((2, 1), one), values((3,), two), 1, 1e-2)


@quiet
@given(seeds)
def busy(seed):
    compared(values((3, 3), seed), values((3, 3), seed), None, 1e-2, outputs=False)


def counts():
    """Refuses what it is asked about twice in a row, and looks at nothing."""
    again, counts.last = counts.last is Tensor.mul, Tensor.mul
    assert not again


counts.last = None
GRADES = [
    (counts, 0.0, 0.0, "it refuses a right engine"),
    (checks_nothing, 0.0, 0.0, "catches 0 of 12"),
    (checks_nothing, 0.0, 0.0, "and 9 more"),
    (always_fails, 0.0, 0.0, "it refuses a right engine"),
    (of_a_sum, 0.5, 0.9, "where the upstream gradient is all ones"),
    (one_square, 0.3, 0.7, "as in one fixed shape, it is right"),
    (a_wide_tolerance, 0.5, 0.9, "a tolerance as wide as 1e-3 lets it through"),
    (busy, 0.1, 0.2, "one seed for both"),
]


@pytest.mark.parametrize(
    ("test", "least", "most", "said"),
    GRADES,
    ids=[f"{test.__name__}: {said}" for test, *_, said in GRADES],
)
def test_a_poor_test_gets_a_poor_grade(test, least: float, most: float, said: str):
    """And the report says what it can't see."""
    verdict = asked("test_mul", test)
    assert verdict.outcome == "wrong"
    assert least <= verdict.earned <= most, text(verdict)
    assert said in report(verdict)


def test_a_test_that_refuses_one_right_engine_gets_nothing():
    """However many wrong ones it refuses; the report shows what it said."""

    def suspicious():
        loaded("test_mul", answers()["test_mul"])()
        x = Tensor(np.ones(3), requires_grad=True)
        strange = AssertionError("what a strange engine")
        with mock.patch.object(np, "einsum", side_effect=strange):
            (x * x).backward(np.ones(3))

    verdict = asked("test_mul", suspicious)
    assert verdict.earned == 0.0
    assert "whose mul reduces with einsum" in report(verdict)
    assert "what a strange engine" in report(verdict)


def test_a_count_that_is_none_is_zero():
    """What a process reports is never trusted to be a number."""
    (example,) = [e for e in draw("test_mul") if e.program.options["suspect"] == "own"]
    strange = {"refused": np.array(1), "operands": np.array(np.nan), "nodes": np.zeros((2, 0))}
    verdict = verdict_of("test_mul", [(example, Result(strange))])
    assert verdict.earned == 0.0
    strange["refused"] = np.array(np.nan)
    assert verdict_of("test_mul", [(example, Result(strange))]).smallest is None


def test_a_stub_is_not_attempted():
    """Nor is a test whose strategy is still a stub."""

    def stub():
        raise NotImplementedError

    assert asked("test_mul", stub).outcome == "not attempted"
    assert asked("shapes", stub).outcome == "not attempted"


def test_a_test_that_crashes_refuses():
    """A wrong engine may make anything of a test; a right one must not."""

    def crashes():
        return {}["key"]

    verdict = asked("test_mul", crashes)
    assert verdict.earned == 0.0
    assert "KeyError" in report(verdict)


def test_sum_needs_more_than_a_shape():
    """A test that draws no axis misses what goes wrong with axes."""
    never = changed("test_sum", ("if x.ndim:\n", "if False:\n"))
    verdict = asked("test_sum", never)
    assert 0.4 < verdict.earned < 0.9
    said = report(verdict)
    assert "no other axis is tried" in said
    assert "no negative axis is ever tried" in said


def test_programs_need_results_that_meet_again():
    """A fuzzer whose programs are chains sees no overwritten gradient."""
    chains = changed(
        "test_programs",
        ("data.draw(st.integers(0, last)) for", "last for"),
        (
            'program += [("add", (last, 0)), ("add", (last + 1, 1))]',
            'program += [("mul", (last, 0))]',
        ),
    )
    assert asked("test_programs", chains).earned < 0.9


LEFT_OUT = [
    (
        "all ones",
        ("np.random.default_rng(0).standard_normal(out.shape)", "np.ones(out.shape)"),
    ),
    ("a tolerance as wide as 1e-5", ("rtol=1e-9, atol=1e-12", "rtol=1e-2")),
    (
        "outputs are not compared",
        (
            "assert_allclose(out.data, expected.detach().numpy(), rtol=1e-9, atol=1e-12)",
            "assert_allclose(0, 0)",
        ),
    ),
    (
        "second operand's gradient",
        ("zip(mine, theirs, strict=True)", "zip(mine[:1], theirs[:1])"),
    ),
    (
        "a number equals any array full of it",
        ("assert x.grad.shape == x.shape", "assert True"),
    ),
    (
        "shapes are not compared",
        ("assert x.grad.shape == x.shape", "assert True"),
        (
            "np.testing.assert_allclose(x.grad, other.grad.numpy(), rtol=1e-9, atol=1e-12)",
            "assert np.allclose(x.grad, other.grad.numpy(), rtol=1e-9, atol=1e-12)",
        ),
    ),
]


@pytest.mark.parametrize(("said", "pieces"), [(said, pieces) for said, *pieces in LEFT_OUT])
def test_a_cross_check_is_graded_by_what_it_compares(said: str, pieces: list):
    """Each thing that it leaves out lets something through."""
    verdict = asked("cross_check", changed("cross_check", *pieces))
    assert verdict.outcome == "wrong"
    assert 0 < verdict.earned < 1
    assert said in report(verdict)


def test_a_cross_check_that_answers_says_nothing():
    """False is not an AssertionError."""
    verdict = asked("cross_check", lambda op, torch_op, *arrays: False)
    assert verdict.earned == 0.0
    assert "a test that refuses raises AssertionError" in report(verdict)


# Strategies


@st.composite
def lists(draw):
    return draw(st.lists(st.integers(0, 5), max_size=4))


@st.composite
def squares(draw):
    side = draw(st.integers(2, 5))
    return side, side


@st.composite
def one_seed(draw):
    seed = draw(seeds)
    shape = tuple(draw(st.lists(st.integers(0, 4), max_size=4)))
    other = tuple(draw(st.sampled_from([1, side])) for side in shape[draw(st.integers(0, 4)) :])
    pair = values(shape, seed), values(other, seed)
    return pair if draw(st.booleans()) else pair[::-1]


@st.composite
def ones(draw):
    a, b = draw(one_seed())
    return np.ones(a.shape), np.ones(b.shape)


@st.composite
def never_both(draw):
    shape = tuple(draw(st.lists(st.integers(1, 5), max_size=4)))
    other = tuple(draw(st.sampled_from([1, side])) for side in shape[draw(st.integers(0, 4)) :])
    return (shape, other) if draw(st.booleans()) else (other, shape)


SHAPES = [(), (3,), (0, 4), (2, 1), (2, 3, 1), (1, 3, 5, 2)]
PAIRS = [
    *(((3,), (3,)), ((), (2, 4)), ((2, 4), ()), ((3, 1), (1, 5)), ((2, 1, 3), (4, 1))),
    *(((0, 2), (2,)), ((5,), (3, 1))),
]


@st.composite
def a_few_operands(draw):
    a, b = draw(st.sampled_from(PAIRS))
    return values(a, draw(seeds)), values(b, draw(seeds))


@st.composite
def a_few_arrays(draw):
    a, b = draw(loaded("operands", answers()["operands"])())
    return values(a.shape, 1), values(b.shape, 2)


POOR = [
    ("shapes", lambda: st.sampled_from(SHAPES), "hold only 6 different shapes"),
    (
        "broadcastable_pairs",
        lambda: st.sampled_from(PAIRS[:5] + PAIRS[6:]),
        "hold only 6 different",
    ),
    ("operands", a_few_operands, "hold only 7 different shapes"),
    ("operands", a_few_arrays, "is the seed of their values drawn, too?"),
    ("shapes", lists, "expected a tuple of integers"),
    ("shapes", squares, "never the shape (), never a shape of 1 axis"),
    ("shapes", lambda: st.tuples(st.integers(-1, 3)), "expected sides from 0 to 5"),
    ("shapes", lambda: (2, 3), "expected a strategy"),
    ("shapes", lambda: st.tuples(*[st.integers(0, 2)] * 5), "5 axes"),
    ("operands", one_seed, "made from one seed"),
    ("operands", ones, "hold the same number more than once"),
    ("operands", lambda: st.tuples(squares(), squares()), "expected two arrays"),
    ("operands", lambda: st.just((np.zeros((2, 3)), np.zeros((4, 3)))), "do not broadcast"),
    ("broadcastable_pairs", never_both, "both are stretched"),
    ("broadcastable_pairs", lambda: st.just(((2,), (3,))), "do not broadcast"),
    ("broadcastable_pairs", lambda: st.just((2, 3)), "expected a tuple of integers"),
]


@pytest.mark.parametrize(("name", "strategy", "said"), POOR)
def test_a_poor_strategy_is_refused_in_words(name: str, strategy, said: str):
    """What it draws is not valid, or something is never drawn."""
    verdict = asked(name, strategy)
    assert verdict.outcome == "wrong"
    assert said in report(verdict)


# The engines


def test_each_suspect_is_code_without_a_telling_name():
    """The body has its slot's name, no docstring, no line numbers and no file."""
    for suspect in suspects.SUSPECTS.values():
        for slot, code in suspects.codes(suspect).items():
            body = body_in(slot, code)
            assert body.__name__ == slot
            assert body.__doc__ is None
            assert body.__code__.co_filename == "<reference>"
            assert body.__code__.co_firstlineno == 1


def test_right_suspects_are_right_and_wrong_ones_wrong():
    """By the autograder's own oracles, where a mistake shows in one op alone."""
    from autograder.exercises.examples import draw as draw_slot
    from autograder.oracles import Here, examine

    budget = Budget(examples=60)
    for slot, lineup in (("mul", suspects.MUL), ("sum", suspects.SUM), ("exp", suspects.EXP)):
        examples = draw_slot(slot, 0, budget)
        for suspect in lineup:
            codes = suspects.codes(suspect)
            own = {slot: body_in(slot, code) for slot, code in codes.items()}
            backend = Here({**engine(), **own}, only=True)
            outcome = examine(slot, backend, examples, budget).outcome
            assert (outcome == "right") == suspect.right, (suspect.id, outcome)


@pytest.mark.parametrize("name", [*TESTS, "cross_check"])
def test_no_label_reaches_the_sandbox(name: str):
    """The order is the seed's, and neither a name nor a place tells right from wrong."""
    orders = set()
    for seed in range(3):
        examples = draw(name, seed, Budget(oracles=("hypothesis",)))
        programs = [armed(example.program) for example in examples]
        assert not any({"suspect", "slot"} & set(program.options) for program in programs)
        orders.add(tuple(example.program.options["suspect"] for example in examples))
    assert len(orders) == 3
    assert FUNCTIONS[name].beside == ("torch", "hypothesis")
