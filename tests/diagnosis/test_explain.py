"""Explanations: one that fits all answers and has no rival, or none."""

from dataclasses import replace

import numpy as np
import pytest

from autograder.diagnosis import explain
from autograder.diagnosis.case import Case, plain
from autograder.diagnosis.catalog import CATALOG, OWN, SECTIONS, described
from autograder.diagnosis.explain import identifiers, known
from autograder.diagnosis.generic import models as generic_models
from autograder.diagnosis.gradchecks import TESTS as GRADCHECK_TESTS
from autograder.diagnosis.model import Model, fits
from autograder.diagnosis.patterns import TESTS as PATTERNS
from autograder.diagnosis.walks import WALKS
from autograder.exercises.examples import draw
from autograder.oracles import Budget
from autograder.sandbox.program import Program, Raised, Result, Step
from autograder.verdict import Example, Finding
from minitorch.slots import SLOTS

RNG = np.random.default_rng(7)


def asked(slot: str, upstream: np.ndarray, *leaves: np.ndarray, **expected: np.ndarray) -> Example:
    """A plain question of one step; ``expected`` holds out and the grads."""
    program = Program(leaves, (Step(slot, tuple(range(len(leaves)))),), upstream)
    return Example("pytorch", program, expected)


def answered(example: Example, **got: np.ndarray) -> tuple[Example, Result]:
    """What came back: as expected but for what is said."""
    return example, Result({**example.expected, **got})


def findings(*pairs: tuple[Example, Result]) -> list[Finding]:
    """Everything that is not as expected."""
    return [
        Finding(example, result, "wrong", "gradient", name)
        for example, result in pairs
        for name, expected in example.expected.items()
        if not np.array_equal(result.values[name], expected)
    ]


def exps(*shapes: tuple[int, ...]) -> list[Example]:
    """Questions about exp, with random values and upstream gradients."""
    pairs = [(RNG.uniform(-2, 2, shape), RNG.uniform(0.5, 1.5, shape)) for shape in shapes]
    return [asked("exp", g, x, out=np.exp(x), grad0=np.exp(x) * g) for x, g in pairs]


def leaf(example: Example) -> np.ndarray:
    return example.program.leaves[0]


def test_a_mistake_that_fits_every_case_is_named():
    """x where exp(x) belongs."""
    examples = exps((3, 5), (4,))
    pairs = [answered(e, grad0=leaf(e) * e.program.upstream) for e in examples]
    found = explain("exp", findings(*pairs))
    assert found is not None
    assert found.id == "input-for-output"
    assert found.read.startswith("02-elementwise, section ")


def test_a_mistake_that_fits_some_cases_alone_is_not_named():
    """Two cases agree with it, a third one has another number."""
    first, second, third = exps((3, 5), (4,), (2, 2))
    pairs = [answered(e, grad0=leaf(e) * e.program.upstream) for e in (first, second)]
    pairs.append(answered(third, grad0=np.full((2, 2), 0.5)))
    assert explain("exp", findings(*pairs)) is None


def test_an_explanation_has_to_fit_the_cases_that_passed():
    """Twice the gradient, but on one case the right one: it is not a factor of 2."""
    first, second, third = exps((3, 5), (4,), (2, 2))
    pairs = [answered(e, grad0=2 * e.expected["grad0"]) for e in (first, second)]
    named = explain("exp", findings(*pairs))
    assert named is not None
    assert named.id == "factor-2"
    assert explain("exp", findings(*pairs), [answered(third)]) is None


def test_two_explanations_are_none():
    """Where every gradient is zero for ones, 'no upstream' and 'nothing at all' look alike."""
    x, g = RNG.uniform(-1, 1, (3, 4)), RNG.uniform(0.5, 1.5, (3, 4))
    p = np.exp(x) / np.exp(x).sum(-1, keepdims=True)
    right = p * (g - (p * g).sum(-1, keepdims=True))
    examples = [
        replace(
            asked("softmax", g[rows], x[rows], out=p[rows], grad0=right[rows]),
            hints={"ones/grad0": np.zeros_like(x[rows])},
        )
        for rows in (slice(0, 2), slice(2, 3))
    ]
    pairs = [answered(e, grad0=np.zeros_like(leaf(e))) for e in examples]
    assert explain("softmax", findings(*pairs)) is None


def test_upstream_of_ones_is_no_evidence():
    """The local derivative alone is then right; nothing is found, and nothing to explain."""
    x = RNG.uniform(-2, 2, (3,))
    example = replace(
        asked("exp", np.ones(3), x, out=np.exp(x), grad0=np.exp(x)),
        hints={"ones/grad0": np.exp(x)},
    )
    case = Case(example, Result(example.expected), failed=True)
    ignored = [model for model in generic_models() if model.id == "upstream-ignored"]
    assert not any(fits(model, [case]) for model in ignored)


def test_no_elements_are_no_evidence():
    """Every prediction fits an empty array."""
    (example,) = exps((0, 3))
    case = Case(example, Result(example.expected), failed=True)
    models = [*known()["exp"], *generic_models()]
    assert not any(fits(model, [case]) for model in models)


@pytest.mark.parametrize("slot", known())
def test_no_misconception_fits_right_answers(slot: str):
    """A model that predicts the truth would explain everything."""
    examples = draw(slot, 0, Budget(examples=20, gradcheck=1))
    asked = [Case(e, Result(e.expected), failed=True) for e in examples if plain(slot, e)]
    assert asked
    fitting = {m.id for m in (*known()[slot], *generic_models()) if fits(m, asked)}
    assert fitting == set()


def test_a_model_that_raises_predicts_that_the_body_raises():
    """A matrix product of shapes that do not fit raises in the body, too."""
    (example,) = exps((3, 5))
    model = Model("x", lambda case: {0: np.ones((3, 5)) @ np.ones((3, 5))})
    case = Case(example, Result(example.expected), failed=True)
    assert not fits(model, [case])


def corrupted(array: np.ndarray | None, rng: np.random.Generator) -> np.ndarray | None:
    """An answer that is wrong in some way or other."""
    ways = (
        lambda: None,
        lambda: np.full(3, None, dtype=object),
        lambda: np.array("text"),
        lambda: np.asarray(array) * 1j,
        lambda: np.asarray(array, dtype=np.float32),
        lambda: np.zeros((2, 0)),
        lambda: np.full(np.shape(array), np.nan),
        lambda: np.asarray(array) * -1,
        lambda: array,
    )
    with np.errstate(all="ignore"):  # inf * 1j, and what float32 can't hold
        return array if array is None else ways[rng.integers(len(ways))]()


@pytest.mark.parametrize("slot", SLOTS)
def test_no_answer_is_too_odd_to_be_looked_at(slot: str):
    """Whatever comes back there is a misconception or none, and never an exception."""
    rng = np.random.default_rng(0)
    examples = draw(slot, 0, Budget(examples=5, gradcheck=1))
    for _ in range(5):
        found, others = [], []
        for example in examples:
            values = {name: corrupted(a, rng) for name, a in example.expected.items()}
            error = (
                Raised("TypeError", "'NoneType' broadcast", "backward")
                if rng.random() < 0.2
                else None
            )
            result = Result({} if error else values, error)
            if rng.random() < 0.3:
                others.append((example, Result(example.expected)))
            else:
                kind = "raised" if error else str(rng.choice(["gradient", "shape", "aliasing"]))
                name = next(iter(example.expected), "")
                found.append(Finding(example, result, "raised" if error else "wrong", kind, name))
        named = explain(slot, found, others)
        assert named is None or named.id in CATALOG


def test_nothing_found_is_nothing_to_explain():
    assert explain("exp", []) is None


def test_every_id_is_in_the_catalogue():
    """And the catalogue holds no other."""
    told = {name for table in (PATTERNS, WALKS, GRADCHECK_TESTS) for name, _ in table}
    more = {"always-true", "always-false", "numeric-gradient-zero", "absolute-value-missing"}
    assert {*identifiers(), *told, *more} == set(CATALOG)


@pytest.mark.parametrize("name", CATALOG)
def test_a_misconception_is_phrased_as_a_question(name: str):
    """Plain ASCII, no blame, no exclamation marks, and no word of what to type instead."""
    found = described(name, "exp")
    assert found.symptom.endswith("?")
    assert len(found.symptom) < 120
    assert found.concept.endswith((".", "?"))
    assert found.read
    text = found.symptom + found.concept
    assert text.isascii()
    assert "!" not in text.replace("!=", "")
    assert "{" not in text
    assert "self.grad" not in text


def test_every_slot_has_a_section_of_its_own():
    assert set(OWN) == set(SLOTS)


@pytest.mark.parametrize("place", sorted({*SECTIONS.values(), *OWN.values()}))
def test_what_is_to_be_read_is_there(place: tuple[str, str], notebook_source):
    """A heading that was renamed is renamed here as well."""
    notebook, heading = place
    assert f"# ## {heading}\n" in notebook_source(notebook)


def test_an_op_of_a_later_notebook_means_that_a_tensor_stands_for_its_array():
    """``out * out.grad`` in exp's closure asks for mul, which is not written yet."""
    ones = np.ones(2)
    example = asked("exp", ones, np.zeros(2), out=ones, grad0=ones)
    error = Raised("NotFilledError", "mul has no body yet: write it in notebook 04", "backward")
    found = [Finding(example, Result({}, error), "raised", "raised")]
    told = explain("exp", found)
    assert told is not None
    assert told.id == "tensor-for-data"


def test_a_corner_left_out_besides_does_not_hide_what_the_rest_looks_like():
    """Two mistakes: the upstream gradient is ignored, and 0 * 0**-1 is NaN."""
    usual = [power(x, 3) for x in (np.array([1.5, 2.0]), np.array([-1.0, 0.5]))]
    corner = power(np.array([0.0, 2.0]), 0)
    pairs = [answered(e, grad0=e.hints["ones/grad0"]) for e in usual]
    pairs.append(answered(corner, grad0=np.array([np.nan, 0.0])))
    told = explain("pow", findings(*pairs))
    assert told is not None
    assert told.id == "upstream-ignored"


def power(x: np.ndarray, n: int) -> Example:
    """A question about x**n, with what the gradient is for an upstream of ones."""
    slope = n * x ** max(n - 1, 0)
    upstream = np.array([0.3, -0.7])
    program = Program((x,), (Step("pow", (0,), (n,)),), upstream)
    expected = {"out": x**n, "grad0": slope * upstream}
    return Example("pytorch", program, expected, hints={"ones/grad0": slope})
