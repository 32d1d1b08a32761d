"""The course's own stop rule, printed at the end of a test run.

Every op green in PyTorch, green in gradcheck at FP64, on at least 100 draws of Hypothesis each, and
the classifier over 90 % on validation for every seed.
"""

import numpy as np
import pytest

from autograder.exercises.examples import draw
from autograder.lending import reference
from autograder.oracles import Budget, Here, examine
from minitorch import Tensor, cross_entropy, datasets
from minitorch.slots import SLOTS, attachments

TOOLS = {"backward", "gradcheck", "unbroadcast"}
OPS = [name for name in SLOTS if name not in TOOLS]
SEEDS = range(20)
HIDDEN, STEPS, RATE = 32, 200, 0.5


@pytest.fixture
def engine(reference_folder, monkeypatch):
    """The reference bodies by slot."""
    monkeypatch.setenv("AUTOGRADER_REFERENCE", str(reference_folder))
    return reference()


def test_the_course_has_22_ops():
    """Three families of ops, and three tools."""
    assert len(OPS) == 22


@pytest.mark.parametrize("op", OPS)
def test_an_op_is_green_in_every_oracle(op, engine, record_property):
    """PyTorch, gradcheck at FP64, and at least 100 distinct draws of Hypothesis."""
    examples = draw(op, 0, Budget(examples=100))
    verdict = examine(op, Here(engine, only=True), examples)
    draws = sum(example.oracle == "hypothesis" for example in examples)
    green = {name: verdict.oracles[name] for name in ("pytorch", "gradcheck", "hypothesis")}
    said = ", ".join(f"{name} {outcome}" for name, outcome in green.items())
    record_property("stop rule", f"{op:<14} {said}, {draws} draws")
    assert set(green.values()) == {"right"}
    assert verdict.outcome == "right"
    assert draws >= 100


def test_the_classifier_is_over_90_per_cent_for_every_seed(engine, record_property):
    """Twenty seeds: favourites, split and weights of each are its own."""
    with attachments(engine, only=True):
        scores = [validation_accuracy(seed) for seed in SEEDS]
    worst = min(scores)
    record_property("stop rule", f"classifier     {worst:.0%} at worst of {len(scores)} seeds")
    assert worst >= 0.9


def validation_accuracy(seed: int) -> float:
    """Train the tense classifier on its 40 pairs; the share of the 20 held out that it knows."""
    data, rng = datasets.favourites(seed), np.random.default_rng(seed)
    shapes = (23, HIDDEN), (HIDDEN,), (HIDDEN, 5), (5,)
    arrays = [rng.standard_normal(s) / s[0] ** 0.5 if len(s) == 2 else np.zeros(s) for s in shapes]
    for _ in range(STEPS):
        params = [Tensor(array, requires_grad=True) for array in arrays]
        cross_entropy(logits(params, data.x_train), data.y_train).backward()
        arrays = [p.data - RATE * p.grad for p in params]
    said = logits([Tensor(array) for array in arrays], data.x_valid).data.argmax(axis=-1)
    return float((said == data.y_valid).mean())


def logits(params: list[Tensor], x: np.ndarray) -> Tensor:
    """The two-layer network of notebook 09."""
    w1, b1, w2, b2 = params
    return (Tensor(x) @ w1 + b1).tanh() @ w2 + b2
