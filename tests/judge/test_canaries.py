"""Canaries break a rule where an honest process must see it, and nowhere else."""

import numpy as np
import pytest

from autograder.judge.canaries import BREAKS, NAMES, Watch, through, watch
from autograder.judge.reference import codes
from autograder.oracles import Here
from autograder.sandbox.load import Loaded
from autograder.sandbox.program import Program, Result, Step
from minitorch.slots import attached, attachments
from tests.judge import course

BASE = Program((np.ones(3), np.ones(3)), (Step("mul", (0, 1)), Step("add", (2, 0))), np.ones(3))


@pytest.fixture
def guard(reference):
    """The canaries of exp's check."""
    return watch("exp", "text", course.examples("exp"), codes(reference))


@pytest.fixture
def honest(guard, reference):
    """An honest process's answers: the reference everywhere, and then the broken bodies."""
    with attachments({}, only=True):
        loaded = Loaded()
        loaded.lend({**codes(reference), **guard.broken})
        yield Here().run(guard.programs)


def test_an_honest_process_reports_every_canary(guard, honest):
    """Each rule is broken, and seen."""
    guard.see(honest)
    assert guard.done
    assert guard.forged == []


@pytest.mark.parametrize("probe", BREAKS)
def test_a_canary_reported_clean_is_noticed(guard, honest, probe):
    """The others are believed."""
    clean = [
        Result() if p.probe == probe else r for p, r in zip(guard.programs, honest, strict=True)
    ]
    guard.see(clean)
    assert guard.forged == [probe]


def test_the_chain_goes_through_the_students_own_body(guard):
    """So that a body can't be right beside a canary and wrong without one."""
    for program in guard.programs:
        assert [step.op for step in program.steps][1:] == ["exp"]
        assert program.steps[0].op in set(NAMES) - {"exp"}
        assert program.steps[1].operands == (1,)


def test_values_are_renumbered():
    """The first leaf goes through the new value, wherever it was used."""
    moved = through(BASE, "neg", "death")
    assert [(s.op, s.operands) for s in moved.steps] == [
        ("neg", (0,)),
        ("mul", (2, 1)),
        ("add", (3, 2)),
    ]


def test_names_and_places_do_not_change_from_run_to_run(reference):
    """They depend on the slot and on the text alone, and differ between texts."""
    made = codes(reference)
    twice = [Watch("exp", "text", BASE, made) for _ in range(2)]
    assert list(twice[0].broken) == list(twice[1].broken)
    assert twice[0].place(100) == twice[1].place(100)
    places = {Watch("exp", f"text {i}", BASE, made).place(100) for i in range(50)}
    assert len(places) > 20
    assert places <= set(range(101))


def test_a_slot_without_a_graph_has_none(reference):
    """Nothing could be seen."""
    assert watch("unbroadcast", "", [], codes(reference)) is None


def test_what_was_not_lent_is_empty_again_afterwards(reference):
    """A canary lends in the name of a slot that the student's body may not call."""
    lent = {"backward": codes(reference)["backward"]}
    guard = watch("neg", "text", course.examples("exp"), lent)
    with attachments({}, only=True):
        loaded = Loaded()
        loaded.lend(guard.broken)
        assert all(map(attached, guard.broken))
        loaded.lend(guard.right)
        assert not any(map(attached, guard.broken))
