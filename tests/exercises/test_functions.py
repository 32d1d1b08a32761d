"""Functions that are no slots: the reference passes, typical mistakes don't, and reports help."""

from __future__ import annotations

import numpy as np
import pytest

from autograder.exercises.functions import FUNCTIONS
from autograder.exercises.functions.asking import draw
from autograder.oracles import Budget
from autograder.report import html, text
from autograder.sandbox import wire
from autograder.verdict import Example
from tests.exercises.lessons import answers, asked, changed, loaded

CALLED = [name for name, function in FUNCTIONS.items() if function.asks is None]


def test_every_function_of_the_lessons_is_asked_about():
    """An answer is a slot or one of these; none is left out, none is made up."""
    from minitorch.slots import SLOTS

    assert set(answers()) == {*SLOTS, *FUNCTIONS}


@pytest.mark.parametrize("name", CALLED)
def test_the_reference_is_right(name: str):
    """Under several seeds."""
    for seed in range(3):
        verdict = asked(name, loaded(name, answers()[name]), seed)
        assert verdict.outcome == "right", text(verdict)


@pytest.mark.parametrize("name", CALLED)
def test_a_stub_is_not_attempted(name: str):
    """What raises NotImplementedError, and nothing else, was not written yet."""

    def stub(*args, **kwargs):
        raise NotImplementedError

    assert asked(name, stub).outcome == "not attempted"


@pytest.mark.parametrize("name", CALLED)
def test_what_returns_nothing_is_wrong(name: str):
    """The report says what came back, and what was due."""
    verdict = asked(name, lambda *args, **kwargs: None)
    assert verdict.outcome == "wrong"
    assert "returned None, expected" in text(verdict)


# function, pieces of the reference's text and what stands there instead, what the report says
WRONG = [
    ("numerical_derivative", [("/ (2 * eps)", "/ eps")], "expected"),
    ("numerical_derivative", [("/ (2 * eps)", "/ 2 * eps")], "by the step twice over"),
    ("numerical_derivative", [("if central:", "if True:")], "steps to both sides"),
    ("numerical_derivative", [("if central:", "if False:")], "a step forward"),
    ("numerical_derivative", [("(f(x + eps) - f(x)) / eps", "(f(x) - f(x - eps)) / eps")], "wrong"),
    ("numerical_derivative", [("    eps = float(eps)\n", "")], "expected float32"),
    ("numerical_derivative", [("f(x + eps) -", "f(x + eps) +")], "wrong"),
    (
        "numerical_derivative",
        [
            (
                "    eps = float(eps)\n",
                "    eps = float(eps)\n    x += 0 * x if x.ndim else 0\n    x[...] = x + 1\n",
            )
        ],
        "wrong",
    ),
    ("error_curve", [("slope / leaf.grad - 1", "slope - leaf.grad")], "are absolute"),
    ("error_curve", [("slope / leaf.grad - 1", "leaf.grad / slope - 1")], "the numerical slope"),
    ("error_curve", [("np.mean((", "np.sum((")], "added up and not averaged"),
    ("error_curve", [("np.sqrt(np.mean(", "(np.mean(")], "mean squares"),
    ("error_curve", [("x, eps, central)", "x, eps)")], "central"),
    ("error_curve", [("leaf = Tensor(x,", "x = x.astype(float)\n    leaf = Tensor(x,")], "float64"),
    ("error_curve", [("steps:", "steps[:1]:")], "shape"),
    ("error_curve", [("return np.array(errors)", "return errors")], "expected an array"),
    (
        "error_curve",
        [("for eps in steps", "for eps in np.maximum(steps, 1e-7)")],
        "on the left, between the steps 1e-13 and 1e-09",
    ),
    ("network", [(".tanh()", "")], "Nothing bends"),
    ("network", [(".tanh()", ".relu()")], "a relu"),
    ("network", [(" + b2", "")], "second layer has no bias"),
    ("network", [("@ w2 + b2", "@ w2 + b2).softmax()"), ("return (", "return ((")], "softmax"),
    (
        "network",
        [("return (", "return Tensor((("), ("@ w2 + b2", "@ w2 + b2).data)")],
        "no gradient",
    ),
    ("accuracy", [(".mean()", ".sum()")], "a count, not a share"),
    ("accuracy", [("float((", "100 * float((")], "per cent"),
    ("accuracy", [("axis=-1", "axis=0")], "the result is not as expected"),
    ("accuracy", [("==", "!=")], "wrong answers"),
    ("accuracy", [("argmax", "argmin")], "smallest"),
    ("sgd_step", [("p.data - rate", "p.data + rate")], "uphill"),
    ("sgd_step", [("rate * p.grad", "p.grad")], "a whole gradient long"),
    ("sgd_step", [(", requires_grad=True", "")], "do not require grad"),
    (
        "sgd_step",
        [("Tensor(p.data - rate * p.grad, requires_grad=True)", "p - rate * p.grad")],
        "have parents",
    ),
    (
        "sgd_step",
        [
            (
                "return [",
                "for p in params:\n        p.data = p.data - rate * p.grad\n    return params or [",
            )
        ],
        "the old one itself",
    ),
    ("train", [("params = sgd_step(params, rate)", "params = sgd_step(params, -rate)")], "uphill"),
    ("train", [("sgd_step(params, rate)\n    return", "sgd_step(params, 0.5)\n    return")], "0.5"),
    ("train", [("range(steps)", "range(200)")], "200 steps"),
    ("train", [("range(steps)", "range(min(steps, 5))")], "expected 200 losses"),
    ("train", [("initial(seed), []", "initial(seed + 1), []")], "losses is not as expected"),
    (
        "train",
        [
            (
                "params = sgd_step(params, rate)",
                "for p in params:\n            p.data = p.data - rate * p.grad",
            )
        ],
        "still in the later ones",
    ),
    ("train", [("return params, losses", "return losses, params")], "expected a list of Tensors"),
    ("train", [("loss.item()", "loss")], "expected a list of numbers"),
    ("exp_rule", [("out * g", "out.data * g")], "lost its way"),
    ("exp_rule", [("out * g", "out")], "upstream gradient is ignored"),
    ("exp_rule", [("out * g", "x * g")], "where the output belongs"),
    ("tanh_rule", [("(1 - out * out) * g", "(1 - x * x) * g")], "where the output belongs"),
    ("tanh_rule", [("(1 - out * out) * g", "(1 - out.data**2) * g")], "lost its way"),
    ("tanh_rule", [("1 - out * out", "1 + out * out")], "A sign is wrong"),
    (
        "mul_rule",
        [("unbroadcast(g * b, a.shape), unbroadcast(g * a, b.shape)", "g * b, g * a")],
        "the shape of the output",
    ),
    (
        "mul_rule",
        [
            ("g * b, a.shape", "g * a, a.shape"),
            ("unbroadcast(g * a, b.shape)", "unbroadcast(g * b, b.shape)"),
        ],
        "its own gradient",
    ),
    ("mul_rule", [(", unbroadcast(g * a, b.shape)", "")], "expected a tuple of 2 Tensors"),
    ("sum_rule", [("g.reshape(kept).broadcast_to(x.shape)", "g.broadcast_to(x.shape)")], "raised"),
    ("sum_rule", [("return g.reshape", "return type(g)(g.data).reshape")], "lost its way"),
    ("hvp", [("return product.data", "return slope.data")], "the gradient of f"),
    ("hvp", [("(slope * Tensor(v)).sum()", "slope.sum()")], "v is ignored"),
    ("hvp", [("return product.data", "return slope.data * v")], "the gradient times v"),
    ("newton_step", [("return x - ", "return x + ")], "the other way"),
    ("newton_step", [("return x - ", "return -")], "not the place where it leads"),
    ("newton_step", [("hessian + damping * np.eye(len(x))", "hessian")], "damping is ignored"),
    ("newton_step", [("damping * np.eye(len(x))", "damping")], "every entry"),
]


@pytest.mark.parametrize(("name", "pieces", "said"), WRONG)
def test_a_typical_mistake_is_refused_in_words(name: str, pieces: list, said: str):
    """Its report says what it looks like, or what was seen."""
    verdict = asked(name, changed(name, *pieces))
    assert verdict.outcome in ("wrong", "raised")
    report = " ".join(text(verdict).split())
    assert said in report, report
    assert html(verdict)


# other ways to write the same
RIGHT = [
    ("numerical_derivative", [("/ (2 * eps)", "/ ((x + eps) - (x - eps))")]),
    (
        "numerical_derivative",
        [("(f(x + eps) - f(x - eps)) / (2 * eps)", "0.5 * (f(x + eps) - f(x - eps)) / eps")],
    ),
    ("error_curve", [("slope / leaf.grad - 1", "(slope - leaf.grad) / leaf.grad")]),
    (
        "error_curve",
        [
            (
                "np.sqrt(np.mean((slope / leaf.grad - 1) ** 2))",
                "np.linalg.norm(slope / leaf.grad - 1) / len(x) ** 0.5",
            )
        ],
    ),
    (
        "network",
        [
            ("Tensor(x) @ w1", "Tensor(x).matmul(w1)"),
            ("w1, b1, w2, b2 = params", "(w1, b1), (w2, b2) = params[:2], params[2:]"),
        ],
    ),
    (
        "accuracy",
        [
            (
                "float((logits.argmax(axis=-1) == targets).mean())",
                "np.mean(np.argmax(logits, 1) == targets)",
            )
        ],
    ),
    (
        "sgd_step",
        [("return [", "return list(t for t in ["), ("for p in params]", "for p in params])")],
    ),
    ("train", [("return params, losses", "return [params, np.array(losses)]")]),
    ("exp_rule", [("out * g", "g * x.exp()")]),
    ("tanh_rule", [("(1 - out * out) * g", "g - out**2 * g")]),
    (
        "sum_rule",
        [
            ("g.reshape(kept).broadcast_to(x.shape)", "g.reshape(kept) * np.ones(x.shape)"),
        ],
    ),
    (
        "newton_step",
        [
            (
                "np.linalg.solve(hessian + damping * np.eye(len(x)), leaf.grad)",
                "np.linalg.inv(hessian + damping * np.eye(len(x))) @ leaf.grad",
            )
        ],
    ),
]


@pytest.mark.parametrize(("name", "pieces"), RIGHT)
def test_another_way_to_write_it_is_right(name: str, pieces: list):
    """What is asked is what it computes."""
    function = changed(name, *pieces)
    function.__globals__.setdefault("np", np)
    verdict = asked(name, function)
    assert verdict.outcome == "right", text(verdict)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_examples_travel(name: str):
    """What is drawn is the same after the wire, and the same when it is drawn again."""
    budget = Budget(examples=3)
    first, again = draw(name, 5, budget), draw(name, 5, budget)
    encoded = wire.encode([example.as_data() for example in first])
    assert encoded == wire.encode([example.as_data() for example in again])
    back = [Example.from_data(data) for data in wire.decode(encoded)]
    assert wire.encode([example.as_data() for example in back]) == encoded


def test_an_answer_that_no_judge_can_read_is_wrong():
    """A process that answers what it likes brings down no grader."""
    from autograder.exercises.functions.asking import examine
    from autograder.sandbox.program import Result

    class Liar:
        def run(self, programs):
            return [Result({"drawn": np.array([1.5]), "losses": np.zeros(0)}) for _ in programs]

    for name in ("shapes", "train", "error_curve", "sgd_step", "test_mul", "exp_rule"):
        budget = Budget(examples=3)
        assert examine(name, Liar(), draw(name, 0, budget), budget).outcome == "wrong"


@pytest.mark.parametrize("name", ["exp_rule", "tanh_rule", "mul_rule", "sum_rule"])
def test_a_rule_is_graded_without_our_own_differentiation(name):
    """autograder.grad falls back on rules of the house, which are the answers."""
    assert FUNCTIONS[name].beside == ()
