"""What is asked: distinct, sane, the same for the same seed, and never outside an op's domain."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from autograder.exercises import EXERCISES, draws
from autograder.exercises.drawn_cases import distinct
from autograder.exercises.examples import draw, draw_engine, draw_programs, taught_until
from autograder.exercises.mixed import LONGEST, TOOLS
from autograder.oracles import Budget, Here, examine
from autograder.sandbox import wire
from autograder.verdict import ORACLES, Example
from minitorch.slots import SLOTS
from tests.oracles.conftest import body, reference_texts

ROOT = Path(__file__).parents[2]
LARGEST = 2_000  # elements of one example: it stays quick and can be shown

DRAW = """
import hashlib, json, sys
from autograder.exercises.examples import draw, draw_engine
from autograder.oracles import Budget, Here, examine
from autograder.sandbox import wire
def digest(examples):
    return hashlib.sha256(wire.encode([e.as_data() for e in examples])).hexdigest()
budget = Budget(examples=30, gradcheck=3)
print(json.dumps([
    digest(draw("matmul", int(sys.argv[1]), budget)),
    digest(draw("getitem", int(sys.argv[1]), budget)),
    digest(draw_engine("05-reductions-and-shapes", int(sys.argv[1]), budget)),
]))
"""


def drawn_apart(seed: int, hash_seed: str) -> list[str]:
    """Digests of what a fresh process draws."""
    ran = subprocess.run(
        [sys.executable, "-c", DRAW, str(seed)],
        cwd=ROOT,
        env={"PYTHONHASHSEED": hash_seed, "PATH": "", "OMP_NUM_THREADS": "1", "HOME": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(ran.stdout)


def test_a_seed_gives_the_same_examples_in_every_clean_process():
    """Whatever Python's hashes are; and another seed gives others."""
    first, again, other = drawn_apart(0, "0"), drawn_apart(0, "1"), drawn_apart(1, "0")
    assert first == again
    assert all(a != b for a, b in zip(first, other, strict=True))


@pytest.mark.parametrize("slot", SLOTS)
def test_a_slot_has_a_hundred_draws_that_differ_in_more_than_values(slot: str):
    """Of a hundred draws some 50 to 73 are distinct, so it is drawn on until a hundred are."""
    exercise = EXERCISES[slot]
    cases = distinct(exercise.draws(draws), 100, seed=3)
    assert len({case.key for case in cases}) == 100


@pytest.mark.parametrize("slot", SLOTS)
def test_a_slots_examples_are_sane(slot: str):
    """Every oracle asks, nothing is too large, ranks go to 4, and all of it travels."""
    budget = Budget(examples=40, gradcheck=4)
    examples = draw(slot, 0, budget)
    asked = {example.oracle for example in examples}
    assert asked == set(ORACLES) - ({"gradcheck"} if not EXERCISES[slot].gradient else set())
    assert sum(example.oracle == "hypothesis" for example in examples) == 40
    for example in examples:
        assert example.program.elements <= LARGEST
        assert all(leaf.ndim <= 4 for leaf in example.program.leaves)
        back = Example.from_data(wire.decode(wire.encode(example.as_data())))
        assert back.expected.keys() == example.expected.keys()
        if not example.raises and example.oracle != "gradcheck":
            assert example.expected


@pytest.mark.parametrize("slot", SLOTS)
def test_edges_have_names_of_their_own(slot: str):
    """A report says which edge it was."""
    names = [case.name for case in EXERCISES[slot].edges]
    assert all(names)
    assert len(set(names)) == len(names)


BEYOND = (
    *("zero and a negative number", "a square root at zero"),
    "a square root of a negative number",
)


@pytest.mark.parametrize("slot", [s for s in SLOTS if EXERCISES[s].gradient])
def test_answers_are_finite_and_gradients_are_there(slot: str):
    """Except where an op is asked about a place where it has none, no number is inf or nan."""
    for example in draw(slot, 0, Budget(examples=40, gradcheck=1)):
        for name, array in example.expected.items():
            if array is not None and example.program.name not in BEYOND:
                assert np.isfinite(array).all(), (example.program.name, name)


def test_the_verb_grids_shapes_are_among_the_picked_cases():
    """(3, 5) is one verb, (20, 3, 5) the grid, (B,) integer targets."""
    picked = {case.shapes[0] for slot in SLOTS for case in EXERCISES[slot].picked}
    assert {(3, 5), (20, 3, 5)} <= picked
    targets = [case.args[0].shape for case in EXERCISES["cross_entropy"].picked]
    assert (7,) in targets
    assert (20, 3) in targets


def test_single_and_double_precision_are_both_drawn():
    """One case in ten is float32."""
    dtypes = {case.dtype for case in distinct(EXERCISES["mul"].draws(draws), 100, seed=0)}
    assert dtypes == {"float32", "float64"}


def test_random_programs_use_every_op_that_was_taught():
    """And none that was not, and each one at least one of the notebook's own."""
    notebook = "05-reductions-and-shapes"
    taught = set(taught_until(notebook)) - set(TOOLS)
    own = {slot for slot in taught if SLOTS[slot].notebook == notebook}
    examples = draw_programs(sorted(taught), seed=0, count=200, taught=sorted(own))
    used = {step.op for example in examples for step in example.program.steps}
    assert used == taught
    for example in examples:
        ops = {step.op for step in example.program.steps}
        assert ops & own
        assert len(example.program.steps) <= LONGEST


@pytest.mark.parametrize("notebook", dict.fromkeys(slot.notebook for slot in SLOTS.values()))
def test_every_notebook_has_an_engine_to_check(notebook: str):
    """Before there are ops these are graphs by hand; where none is taught, gradcheck is asked."""
    examples = draw_engine(notebook, 0, Budget(examples=10, gradcheck=2))
    ops = {step.op for example in examples for step in example.program.steps}
    later = {name for name, slot in SLOTS.items() if slot.notebook > notebook}
    assert examples
    assert not ops & later


@pytest.mark.parametrize("slot", SLOTS)
def test_no_slot_is_checked_by_means_of_a_later_one(slot: str):
    """A notebook's checks need nothing that only a later notebook teaches."""
    taught = {
        name: body(name, reference_texts()[name]) for name in taught_until(SLOTS[slot].notebook)
    }
    verdict = examine(
        slot, Here(taught, only=True), draw(slot, 0, Budget(examples=20, gradcheck=2))
    )
    assert verdict.outcome == "right", verdict.note
