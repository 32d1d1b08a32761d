"""check() in a notebook, and the hidden calls: what they show, raise and remember."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import FunctionType, SimpleNamespace

import numpy as np
import pytest

import autograder
from autograder import hidden, lending
from autograder.check import LINES, CheckFailed, notebook_numbered, slots_of
from autograder.exercises import quiz
from minitorch import Tensor, saving
from minitorch.errors import NotFilledError
from minitorch.slots import SLOTS, attachments
from tests.oracles.conftest import body, reference_engine, reference_texts  # noqa: F401

check = autograder.check


def doubled(self):
    """An exp whose gradient is twice what it should be."""
    out = Tensor(np.exp(self.data), _prev=(self,), _op="exp")
    out._backward = lambda: setattr(self, "grad", self.grad + 2 * out.data * out.grad)
    return out


@pytest.fixture
def lent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of reference bodies, as a kernel that grades has it; and a cache of its own."""
    folder = tmp_path / "reference"
    folder.mkdir()
    for name, text in reference_texts().items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.setenv(lending.VARIABLE, str(folder))
    yield folder
    lending._loaded.cache_clear()


@pytest.fixture(autouse=True)
def examples_once(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One store of examples for all tests of this file."""
    store = tmp_path_factory.getbasetemp() / "examples-of-test-check"
    monkeypatch.setenv("AUTOGRADER_CACHE", str(store))


def test_a_right_body_is_shown_and_returns_none(capsys: pytest.CaptureFixture[str]):
    """A returned object would confuse nbgrader's partial credit."""
    assert check("exp") is None
    assert capsys.readouterr().out.startswith("exp: right")


def test_a_wrong_body_shows_the_report_and_raises_one_line(capsys: pytest.CaptureFixture[str]):
    """The cell fails, so that Validate sees it, and JupyterLab shows no traceback of ours."""
    with attachments({"exp": doubled}), pytest.raises(CheckFailed) as caught:
        check("exp")
    shown = capsys.readouterr().out
    assert shown.startswith("exp: wrong - x.grad is not the expected gradient")
    assert shown.encode("cp1252")
    (line,) = caught.value._render_traceback_()
    assert line == f"CheckFailed: {caught.value}"
    assert "exp: wrong, x.grad is not the expected gradient" in line
    assert "\n" not in line


def test_an_empty_slot_is_not_attempted():
    """That fails the cell as well."""
    with attachments({"exp": None}), pytest.raises(CheckFailed, match="exp: not attempted"):
        check("exp")


def test_a_needed_slot_that_is_empty_is_named():
    """And the notebook that teaches it."""
    with (
        attachments({"backward": None}),
        pytest.raises(CheckFailed, match=r"needs backward.*01-tensor"),
    ):
        check("exp")


def test_a_slot_that_is_taught_later_is_none_to_rest_on(capsys: pytest.CaptureFixture[str]):
    """As in the judge: else two bodies could each be the other's proof."""
    by_mul = attachments({"sub": lambda self, other: self + (-1.0) * other})
    with by_mul, pytest.raises(CheckFailed, match="sub: raised"):
        check("sub")
    assert "mul is taught after sub" in " ".join(capsys.readouterr().out.split())
    with attachments({"sub": lambda self, other: self + (-other)}):
        check("sub")


def test_an_engine_is_checked_by_its_notebooks_number(capsys: pytest.CaptureFixture[str]):
    """engine_02 is the engine at the end of notebook 02."""
    check("engine_02")
    assert capsys.readouterr().out.startswith("engine_02: right")
    with attachments({"exp": doubled}), pytest.raises(CheckFailed, match="engine_02: wrong"):
        check("engine_02")
    with attachments({"exp": None}), pytest.raises(CheckFailed, match="exp has no body yet"):
        check("engine_02")


def test_a_name_that_nobody_knows_is_an_error_with_a_guess():
    """A slip of the pen is not an empty slot."""
    with pytest.raises(ValueError, match="did you mean 'softmax'"):
        check("sofmax")
    with pytest.raises(ValueError, match="expected the number of a notebook"):
        check("engine_99")


def test_what_a_body_prints_does_not_flood_the_notebook(capsys: pytest.CaptureFixture[str]):
    """It is called some hundred times."""

    def exp(self):
        print("here")
        out = Tensor(np.exp(self.data), _prev=(self,), _op="exp")
        out._backward = lambda: setattr(self, "grad", self.grad + out.data * out.grad)
        return out

    with attachments({"exp": exp}):
        check("exp")
    shown = capsys.readouterr().out
    assert shown.count("here") == LINES
    assert "more lines were printed" in shown


def test_what_is_printed_at_once_does_not_flood_it_either(capsys: pytest.CaptureFixture[str]):
    """Thousands of lines in one text, or one line without an end."""

    def exp(self):
        print("here\n" * 5000)
        print("there" * 5000)
        return doubled(self)

    with attachments({"exp": exp}), pytest.raises(CheckFailed):
        check("exp")
    assert len(capsys.readouterr().out) < 5000


def test_the_outcome_of_a_saved_body_is_remembered(capsys: pytest.CaptureFixture[str]):
    """``python -m minitorch status`` shows it."""
    from minitorch.loading import load, save

    text = reference_texts()["exp"]
    save("exp", text, load("exp", text))
    check("exp")
    last = saving.read_check("exp")
    assert last is not None
    assert last.outcome == "right"


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        *((17.0, "right"), ("34/2", "right"), ([17], "right")),
        *((3, "wrong"), (None, "wrong"), ([1, 7], "wrong"), (..., "not attempted")),
    ],
)
def test_a_quiz_answer_is_read_where_check_was_called(answer: object, outcome: str, monkeypatch):
    """The caller's globals, or the notebook's."""
    name = "q01_sum_rule"
    monkeypatch.setitem(globals(), name, answer)
    if outcome == "right":
        check(name)
    else:
        with pytest.raises(CheckFailed, match=f"{name}: {outcome}"):
            check(name)


def test_a_foreseen_slip_has_a_hint(capsys: pytest.CaptureFixture[str], monkeypatch):
    """The course says what the wrong answer looks like."""
    name, known = next((n, q) for n, q in quiz.questions().items() if q["hints"])
    hints = iter(known["hints"].values())
    monkeypatch.setattr(quiz, "hint_for", lambda *_: next(hints))
    monkeypatch.setitem(globals(), name, -12345)
    with pytest.raises(CheckFailed):
        check(name)
    assert next(iter(known["hints"].values()))[:30] in capsys.readouterr().out


def test_hidden_calls_pass_a_right_body():
    """All five, one after another."""
    hidden.matches_pytorch("exp")
    hidden.passes_gradcheck("exp", eps=1e-5)
    hidden.survives_hypothesis("exp", examples=100)
    hidden.handles_edges("exp")
    hidden.keeps_the_graph("exp")


def test_a_hidden_call_raises_with_the_report():
    """An AssertionError whose text is what the student reads in the feedback."""
    with attachments({"exp": doubled}), pytest.raises(AssertionError, match="exp: wrong") as caught:
        hidden.matches_pytorch("exp")
    assert "upstream" in str(caught.value)
    assert caught.value._render_traceback_()  # type: ignore[attr-defined]


def test_a_hidden_call_asks_its_own_oracle_alone():
    """relu's convention at zero is an edge, and nothing else's business."""

    def relu(self):
        out = Tensor(np.maximum(self.data, 0), _prev=(self,))
        out._backward = lambda: setattr(self, "grad", self.grad + (self.data >= 0) * out.grad)
        return out

    with attachments({"relu": relu}):
        hidden.matches_pytorch("relu")
        hidden.survives_hypothesis("relu")
        with pytest.raises(AssertionError, match="relu: wrong"):
            hidden.handles_edges("relu")


def test_each_slot_is_checked_beside_the_reference(lent: Path):
    """A wrong unbroadcast costs add nothing, and an empty one neither."""
    for wrong in (None, lambda grad, shape: grad):
        with attachments({"unbroadcast": wrong}):
            hidden.matches_pytorch("add")
            check("add")


def test_without_a_reference_the_engine_is_the_students_own():
    """In a notebook, add stands on what is there."""
    with attachments({"unbroadcast": None}), pytest.raises(CheckFailed, match="needs unbroadcast"):
        check("add")


def test_a_wrong_body_does_not_cost_the_engine_too(lent: Path):
    """It has paid already: the reference takes its place."""
    with attachments({"exp": doubled}):
        hidden.whole_engine("02-elementwise")
        check("engine_02")


def test_an_engine_with_an_empty_slot_is_not_attempted(lent: Path):
    """Half an engine is none."""
    with attachments({"exp": None}), pytest.raises(AssertionError, match="exp has no body yet"):
        hidden.whole_engine("02-elementwise")


def test_expects_reads_the_answer_of_the_notebook(monkeypatch):
    """Numbers to six digits, strings without their case."""
    monkeypatch.setitem(globals(), "q_third", 0.3333333)
    hidden.expects("q_third", 1 / 3)
    monkeypatch.setitem(globals(), "q_third", 1 / 3)
    hidden.expects("q_third", 0.33, decimals=2)
    monkeypatch.setitem(globals(), "q_third", (1, 3))
    with pytest.raises(AssertionError, match="the question wants one number"):
        hidden.expects("q_third", 1 / 3)
    monkeypatch.setitem(globals(), "q_third", ...)
    with pytest.raises(AssertionError, match="not attempted"):
        hidden.expects("q_third", 1 / 3)
    hidden.hint("q_third", 3, "the other way round")


def test_every_notebook_that_teaches_a_slot_has_a_number():
    """01 to 07."""
    numbers = dict.fromkeys(slot.notebook.partition("-")[0] for slot in SLOTS.values())
    assert [notebook_numbered(n) for n in numbers] == list(
        dict.fromkeys(slot.notebook for slot in SLOTS.values())
    )
    assert slots_of("06-matmul") == ["matmul"]


def test_in_a_notebook_the_report_has_two_forms():
    """HTML for JupyterLab, plain text for everything else."""
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.utils.capture import capture_output

    shell = InteractiveShell.instance()
    try:
        with capture_output() as captured:
            check("neg")
    finally:
        InteractiveShell.clear_instance()
    (shown,) = captured.outputs
    assert shown.data["text/plain"].startswith("neg: right")
    assert "<" in shown.data["text/html"]
    assert shell is not None


def test_a_body_that_never_uses_self_is_remarked_on(capsys: pytest.CaptureFixture[str]):
    """In a lesson x is at hand, and it is easily taken for the parameter."""
    x = Tensor([0.5], requires_grad=True)

    def tanh(self):
        out = Tensor(np.tanh(x.data), _prev=(x,), _op="tanh")
        out._backward = lambda: None
        return out

    with attachments({"tanh": tanh}), pytest.raises(CheckFailed):
        check("tanh")
    assert "never uses self" in " ".join(capsys.readouterr().out.split())


def test_a_body_that_was_not_taken_is_remarked_on(monkeypatch: pytest.MonkeyPatch):
    """What is checked is then the one from before, and a report would mislead."""
    from autograder import remarks

    monkeypatch.setitem(remarks.refused, "exp", "exp uses 'two', which a for loop binds")
    assert "the one from before was checked" in remarks.remark("exp")
    assert "a for loop binds" in remarks.remark("exp")
    assert remarks.remark("backward") == ""


def test_a_body_whose_latest_cell_is_no_python_is_remarked_on(monkeypatch: pytest.MonkeyPatch):
    """The cell did not run, so the body from before is what hangs there."""
    from autograder import remarks

    cells = ["", "def exp(self):\n    return 1\n", "def exp(self):\n    return (1\n", "x = 1"]
    shell = SimpleNamespace(user_ns={"In": cells})
    monkeypatch.setattr(remarks, "running_shell", lambda: shell)
    assert "the latest cell with exp is no Python (line 2" in remarks.remark("exp")
    shell.user_ns["In"] = [*cells, cells[1]]
    assert "no Python" not in remarks.remark("exp")


def test_a_name_without_quotes_is_told_apart(capsys: pytest.CaptureFixture[str]):
    """What stands there is the function."""
    with pytest.raises(ValueError, match=r'as in check\("doubled"\)'):
        check(doubled)  # type: ignore[arg-type]


def test_a_loop_without_end_ends(capsys: pytest.CaptureFixture[str], monkeypatch):
    """After so much computing, however slow the machine; a body that swallows errors ends too."""
    monkeypatch.setattr(sys.modules["autograder.check"], "SECONDS", 0.5)
    with (
        attachments({"neg": _for_ever}),
        pytest.raises(CheckFailed, match=r"0.5 s of computing, at"),
    ):
        check("neg")
    assert "is there a loop that never stops?" in " ".join(capsys.readouterr().out.split())
    check("neg")


def _for_ever(self):
    count = 0
    while True:
        with suppress(Exception):
            count += 1


def test_what_is_tried_has_no_replay(capsys: pytest.CaptureFixture[str]):
    """When its cell has ended, another body hangs there."""
    with attachments({"exp": doubled}), pytest.raises(CheckFailed):
        check("exp")
    assert "replay" in capsys.readouterr().out
    monkey = FunctionType(doubled.__code__, {**globals(), "__name__": "__main__"})
    with attachments({"exp": monkey}), pytest.raises(CheckFailed):
        check("exp")
    assert "replay" not in capsys.readouterr().out


def test_a_slot_is_checked_beside_what_is_taught_before_it(lent: Path):
    """Where the reference is lent; a whole engine has every slot."""
    bodies, before = lending.engine_for("sub").bodies, list(SLOTS)[: list(SLOTS).index("sub")]
    assert {name: bodies[name] for name in before} == {
        name: lending.reference()[name] for name in before
    }
    with pytest.raises(NotFilledError, match="mul is taught after sub"):
        bodies["mul"](1, 2)
    assert lending.engine_of("sub").bodies.keys() == SLOTS.keys()
