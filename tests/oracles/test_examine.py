"""Right bodies pass, wrong ones do not, and each oracle sees what it is there for."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from autograder.oracles import Budget, Here, examine
from autograder.oracles.verdicts import size
from autograder.sandbox.program import Program, Raised, Result, Step
from autograder.verdict import ORACLES, Example
from minitorch import Tensor
from minitorch.slots import SLOTS
from tests.oracles.conftest import body, drawn
from tests.oracles.mutants import TABLE, Mutant

FAILED = ("wrong", "raised")


@pytest.mark.parametrize("slot", SLOTS)
@pytest.mark.parametrize("seed", [0, 1])
def test_the_reference_passes_every_oracle(slot: str, seed: int):
    """No right body is judged wrong, whatever Hypothesis draws."""
    verdict = examine(slot, Here(), drawn(slot, seed))
    assert verdict.outcome == "right", verdict.smallest
    assert set(verdict.oracles.values()) <= {"right", "not run"}


@pytest.mark.parametrize("mutant", TABLE, ids=lambda m: f"{m.slot}: {m.new.strip()[:40]}")
def test_a_mutant_dies_to_the_oracles_that_should_see_it(mutant: Mutant, texts: dict[str, str]):
    """A change of the formula, the accumulation, the graph, the dtype or the convention."""
    assert mutant.old in texts[mutant.slot]
    changed = body(mutant.slot, texts[mutant.slot].replace(mutant.old, mutant.new))
    verdict = examine(mutant.slot, Here({mutant.slot: changed}), drawn(mutant.slot))
    seen = {oracle for oracle, outcome in verdict.oracles.items() if outcome in FAILED}
    assert set(mutant.seen_by.split()) <= seen
    assert bool(seen) == bool(mutant.seen_by) == (verdict.outcome != "right")


def exp_by(forward, closure):
    """A body of exp with a forward and a closure of our choice."""

    def exp(self):
        out = Tensor(forward(self.data), _prev=(self,), _op="exp")

        def _backward():
            closure(self, out)

        out._backward = _backward
        return out

    return exp


def plain(self, out):
    """What the closure of exp should do."""
    self.grad = self.grad + out.data * out.grad


def asked(slot: str, which) -> list[Example]:
    """Those of a slot's examples that a test is about."""
    return [example for example in drawn(slot) if which(example)]


def test_findings_come_smallest_example_first():
    """The report shows the first, and the outcome is its outcome."""

    def exp(self):
        if self.size > 20:
            raise ValueError("large")
        return Tensor(np.exp(self.data) + 1, _prev=(self,))

    verdict = examine("exp", Here({"exp": exp}), drawn("exp"))
    sizes = [size(finding.example.program) for finding in verdict.findings]
    assert sizes == sorted(sizes)
    assert verdict.outcome == "wrong"
    assert {f.outcome for f in verdict.findings} == {"wrong", "raised"}


def test_what_most_examples_raise_comes_first():
    """A body that seldom gets through its forward pass has that to tell, however small the rest."""

    def exp(self):
        if self.size > 1:
            raise ValueError("large")
        return Tensor(np.exp(self.data) + 1, _prev=(self,))

    verdict = examine("exp", Here({"exp": exp}), drawn("exp"))
    assert verdict.outcome == "raised"
    assert verdict.smallest.result.error.message == "large"


def test_an_empty_example_is_never_the_one_shown():
    """It has no element to point at."""
    grads = exp_by(np.exp, lambda self, out: setattr(self, "grad", np.float32(self.data)))
    verdict = examine("exp", Here({"exp": grads}), drawn("exp"))
    assert verdict.smallest is not None
    assert verdict.smallest.example.program.elements > 0


def test_a_wrong_forward_with_a_fitting_gradient_passes_gradcheck_alone():
    """Which is why there are several oracles."""
    double = exp_by(
        lambda x: 2 * np.exp(x), lambda s, out: setattr(s, "grad", s.grad + out.data * out.grad)
    )
    verdict = examine("exp", Here({"exp": double}), drawn("exp"))
    assert verdict.oracles["gradcheck"] == "right"
    assert verdict.oracles["pytorch"] == "wrong"


def test_central_differences_inside_a_body_are_seen():
    """Their error of 1e-11 is far above that of a formula."""

    def exp(self):
        out = Tensor(np.exp(self.data), _prev=(self,), _op="exp")
        eps = 6e-6

        def _backward():
            slope = (np.exp(self.data + eps) - np.exp(self.data - eps)) / (2 * eps)
            self.grad = self.grad + slope * out.grad

        out._backward = _backward
        return out

    verdict = examine("exp", Here({"exp": exp}), drawn("exp"))
    assert verdict.oracles["pytorch"] == verdict.oracles["hypothesis"] == "wrong"
    assert verdict.oracles["gradcheck"] == "right"


def test_a_kink_is_no_mistake():
    """At zero, relu's gradient is a convention; central differences say a half."""
    leaf = np.array([0.0, 1.0, -1.0])
    program = Program((leaf,), (Step("relu", (0,)),), upstream=np.array([1.0, 2.0, 3.0]))
    assert examine("relu", Here(), [Example("gradcheck", program)]).outcome == "right"


def test_a_smooth_slip_beside_a_kink_is_a_mistake():
    """Only the element at the kink is left out."""
    leaf = np.array([0.0, 1.0, -1.0])
    program = Program((leaf,), (Step("relu", (0,)),), upstream=np.array([1.0, 2.0, 3.0]))

    def relu(self):
        out = Tensor(np.maximum(self.data, 0), _prev=(self,))
        out._backward = lambda: setattr(self, "grad", self.grad + 0.9 * (self.data > 0) * out.grad)
        return out

    verdict = examine("relu", Here({"relu": relu}), [Example("gradcheck", program)])
    assert verdict.outcome == "wrong"
    assert verdict.smallest is not None
    assert verdict.smallest.index == (1,)


def test_state_kept_between_runs_is_seen():
    """The first answer is right, later ones are not."""
    seen = []

    def exp(self):
        seen.append(self)
        factor = 1 if len(seen) % 7 else 2
        out = Tensor(np.exp(self.data), _prev=(self,))
        out._backward = lambda: setattr(self, "grad", self.grad + factor * out.data * out.grad)
        return out

    assert examine("exp", Here({"exp": exp}), drawn("exp")).outcome == "wrong"


def test_a_graph_that_stays_alive_is_seen():
    """A global list of outputs keeps everything."""
    kept = []

    def exp(self):
        out = Tensor(np.exp(self.data), _prev=(self,))
        kept.append(out)
        out._backward = lambda: plain(self, out)
        return out

    verdict = examine("exp", Here({"exp": exp}), drawn("exp"))
    assert [f.kind for f in verdict.findings] == ["alive"]


def test_a_grad_that_shares_memory_is_seen():
    """The upstream's array becomes the operand's grad; the numbers are right."""

    def reshape(self, *shape):
        out = Tensor(self.data.reshape(*shape), _prev=(self,))

        def _backward():
            if self.grad.any():
                self.grad = self.grad + out.grad.reshape(self.shape)
            else:
                self.grad = out.grad.reshape(self.shape)

        out._backward = _backward
        return out

    verdict = examine("reshape", Here({"reshape": reshape}), drawn("reshape"))
    assert {f.kind for f in verdict.findings} == {"aliasing"}
    assert {o for o in ORACLES if verdict.oracles[o] == "wrong"} == {"graph"}


def test_a_body_that_writes_into_the_upstream_gradient_is_seen():
    """It belongs to the node, and another closure may still read it."""

    def neg(self):
        out = Tensor(-self.data, _prev=(self,))

        def _backward():
            out.grad *= -1
            self.grad = self.grad + out.grad

        out._backward = _backward
        return out

    verdict = examine("neg", Here({"neg": neg}), drawn("neg"))
    assert "mutation" in {f.kind for f in verdict.findings}


def test_arguments_are_not_for_writing():
    """Targets belong to the caller; and the examples stay what they were."""

    def cross_entropy(logits, targets, reduction="mean"):
        if isinstance(targets, np.ndarray):
            targets[...] = 0
        return logits.sum()

    before = [repr(e.program.steps) for e in drawn("cross_entropy")]
    verdict = examine(
        "cross_entropy", Here({"cross_entropy": cross_entropy}), drawn("cross_entropy")
    )
    assert any(f.value == "arguments" for f in verdict.findings)
    assert [repr(e.program.steps) for e in drawn("cross_entropy")] == before


@pytest.mark.parametrize(
    ("bodies", "note"),
    [
        ({"exp": None}, ""),
        ({"backward": None}, "needs backward, which has no body yet: notebook 01-tensor"),
    ],
    ids=["the slot itself", "one that it needs"],
)
def test_an_empty_slot_is_not_attempted(bodies: dict, note: str):
    """And the note says what is missing."""
    verdict = examine("exp", Here(bodies), drawn("exp"))
    assert (verdict.outcome, verdict.note, verdict.findings) == ("not attempted", note, ())
    assert set(verdict.oracles.values()) == {"not attempted"}


def test_a_stub_that_raises_is_not_attempted():
    """As released notebooks hold it."""

    def exp(self):
        raise NotImplementedError

    assert examine("exp", Here({"exp": exp}), drawn("exp")).outcome == "not attempted"


def test_a_body_that_calls_a_later_slot_is_at_fault_itself():
    """A notebook needs nothing that a later one teaches."""

    def exp(self):
        return self.softmax()

    verdict = examine("exp", Here({"exp": exp, "softmax": None}), drawn("exp"))
    assert verdict.outcome == "raised"


def test_a_half_finished_body_is_not_unattempted(reference_engine: dict):
    """gelu without its tanh form."""

    def gelu(self, approximate="none"):
        if approximate == "tanh":
            raise NotImplementedError
        return reference_engine["gelu"](self)

    assert examine("gelu", Here({"gelu": gelu}), drawn("gelu")).outcome == "raised"


class Lost:
    """A backend whose process went away."""

    def run(self, programs):
        error = Raised("Lost", "no answer: time limit", "lost")
        return [Result(error=error) for _ in programs]


def test_no_answer_is_not_right():
    """Not even where an error is what is asked for."""
    verdict = examine("cross_entropy", Lost(), drawn("cross_entropy"))
    assert verdict.outcome == "raised"
    assert {f.kind for f in verdict.findings} == {"lost"}
    refused = [e for e in drawn("cross_entropy") if e.raises]
    assert examine("cross_entropy", Lost(), refused).outcome == "raised"


def test_only_the_oracles_of_the_budget_are_asked():
    """The others' outcome is "not run"."""
    verdict = examine("exp", Here(), drawn("exp"), Budget(oracles=("edges",)))
    assert {o: verdict.oracles[o] for o in ORACLES if verdict.oracles[o] != "not run"} == {
        "edges": "right"
    }
    assert verdict.examples == len([e for e in drawn("exp") if e.oracle == "edges"])


def test_a_hostile_answer_is_a_finding_and_no_crash():
    """Wrong dtypes, shapes and types of what comes back."""
    answers = [
        {"out": np.array(True)},
        {"out": np.array([1, 2])},
        {"out": None},
        {},
        {"out": np.zeros((3, 5), dtype=np.uint8), "grad0": np.array(np.nan)},
        {"out": np.full((3, 5), np.inf), "grad0": np.full((3, 5), np.nan)},
    ]

    class Odd:
        def __init__(self, values):
            self.values = values

        def run(self, programs):
            return [Result(dict(self.values)) for _ in programs]

    examples = [e for e in drawn("exp") if e.oracle != "gradcheck"]
    for values in answers:
        assert examine("exp", Odd(values), examples).outcome == "wrong"


def test_examine_needs_neither_pytorch_nor_hypothesis():
    """The judge reads stored examples."""
    code = (
        "import sys, json, autograder.oracles as o, autograder.hidden, autograder.check;"
        "print(json.dumps([m for m in ('torch', 'hypothesis') if m in sys.modules]))"
    )
    root = Path(__file__).parents[2]
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    assert json.loads(ran.stdout) == []


def test_a_broken_diagnosis_costs_no_verdict(monkeypatch):
    """The explanation is missing, with a warning."""
    import autograder.oracles.verdicts as verdicts

    monkeypatch.setattr(verdicts, "explain", lambda *args: 1 / 0)
    wrong = exp_by(np.exp, lambda self, out: setattr(self, "grad", self.grad + out.grad))
    with pytest.warns(UserWarning, match="no diagnosis of exp: ZeroDivisionError"):
        verdict = examine("exp", Here({"exp": wrong}), drawn("exp"))
    assert (verdict.outcome, verdict.misconception) == ("wrong", None)


def test_replaced_expectations_are_shown_for_gradcheck():
    """What central differences say is what the finding calls expected."""
    wrong = exp_by(np.exp, lambda self, out: setattr(self, "grad", self.grad + 3 * out.data))
    examples = [replace(e) for e in drawn("exp") if e.oracle == "gradcheck"]
    verdict = examine("exp", Here({"exp": wrong}), examples)
    finding = verdict.smallest
    assert finding is not None
    assert finding.got is not None
    assert finding.expected is not None
    leaf, upstream = finding.example.program.leaves[0], finding.example.program.upstream
    np.testing.assert_allclose(finding.expected, np.exp(leaf) * upstream, rtol=1e-6)


def test_an_output_of_another_shape_is_said_before_the_backward_that_refused_it():
    """The mistake is in the forward; what refuses the gradient is right."""
    flat = exp_by(lambda x: np.exp(x).reshape(-1), plain)
    verdict = examine("exp", Here({"exp": flat}), drawn("exp"))
    assert verdict.outcome == "wrong"
    assert (verdict.smallest.kind, verdict.smallest.value) == ("shape", "out")


def test_whose_line_raised_is_said_where_it_is_another_bodys(tmp_path: Path, texts: dict[str, str]):
    """An exp without parents stops in a backward that is right."""
    path, space = tmp_path / "backward.py", {"__name__": "own"}
    path.write_text(texts["backward"], encoding="utf-8")
    exec(compile(texts["backward"], path, "exec"), space)

    def exp(self):
        return Tensor(np.exp(self.data), _op="exp")

    engine = Here({"exp": exp, "backward": space["backward"]})
    error = examine("exp", engine, drawn("exp")).smallest.result.error
    assert error.line.endswith("  # in your backward")


@pytest.mark.parametrize("kind", ["UnboundLocalError", "NameError", "NotImplementedError"])
def test_a_slip_is_no_refusal(kind: str):
    """Where an error is due, one that nobody meant does not count."""
    refused = asked("gelu", lambda example: example.raises)
    assert refused
    slip = type(kind, (Exception,), {})

    def gelu(self, approximate="none"):
        raise slip

    verdict = examine("gelu", Here({"gelu": gelu}), refused, Budget())
    assert verdict.outcome != "right"
