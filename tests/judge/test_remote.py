"""What comes over the wire is a result or a loss, and no result can break the judge."""

import random
from dataclasses import replace

import numpy as np
import pytest

from autograder.judge.check import LostError
from autograder.judge.reference import codes
from autograder.judge.remote import Remote, Silent, lines_of, told
from autograder.oracles import Budget, Here, examine
from autograder.report import html, text
from autograder.sandbox.load import Loaded
from autograder.sandbox.program import Raised, Result
from autograder.verdict import Example
from minitorch.slots import attachments
from tests.judge import course

EXAMPLES = course.examples("exp")
GRADCHECKED = [Example("gradcheck", e.program) for e in EXAMPLES if e.oracle == "pytorch"]


class Script:
    """A check's process that answers what it is told to."""

    def __init__(self, *answers: object) -> None:
        self.answers = list(answers)
        self.limits: list[int] = []

    def send(self, frame: bytes) -> None:
        """Take a request."""

    def receive(self, most: int) -> object:
        """The next answer, or the loss."""
        self.limits.append(most)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def lost(self, error: Exception) -> LostError:
        """What became of it."""
        return LostError("no answer: garbage")


GOOD = {"values": {"out": np.ones(2)}, "error": None}
PROGRAMS = [example.program for example in EXAMPLES[:3]]


def test_answers_come_in_order():
    """One a program, each of a bounded length."""
    script = Script(*(dict(GOOD, values={"out": np.full(1, i)}) for i in range(3)))
    results = Remote(script, {}).run(PROGRAMS)
    assert [result.values["out"][0] for result in results] == [0, 1, 2]
    assert all(limit < 2**21 for limit in script.limits)


def test_after_a_loss_every_answer_is_lost():
    """In this batch and in all that follow; what came before counts."""
    remote = Remote(Script(GOOD, LostError("no answer: it crashed")), {})
    first, *rest = remote.run(PROGRAMS)
    assert first.error is None
    assert [r.error for r in rest] == [Raised("Lost", "no answer: it crashed", "lost")] * 2
    assert remote.run(PROGRAMS[:1])[0].error == rest[0].error


@pytest.mark.parametrize(
    "garbage",
    [None, 7, [], {}, {"values": 1, "error": None}, {"values": {"out": 1.0}, "error": None},
     {"values": {}, "error": (1, 2, 3, 4)}, {"values": {}, "error": {"a": 1}}],
    ids=repr,
)  # fmt: skip
def test_garbage_is_a_loss(garbage):
    """Whatever it is."""
    (result,) = Remote(Script(garbage), {}).run(PROGRAMS[:1])
    assert result.error == Raised("Lost", "no answer: garbage", "lost")


@pytest.mark.parametrize("values", [{}, {"moved0": None}, {"moved0": np.zeros((3, 3))}])
def test_differences_of_another_shape_are_a_loss(values):
    """The judge computes with them."""
    options = {"eps": 1e-6, "multiples": (-1.0, 1.0)}
    program = replace(PROGRAMS[0], probe="differences", options=options)
    (result,) = Remote(Script({"values": values, "error": None}), {}).run([program])
    assert result.error.phase == "lost"


def test_an_exception_is_told_in_plain_characters():
    """Short, without control characters or addresses; a process can't claim that it was lost."""
    given = Raised("No\x1b[31mName", "at 0x7f3a12bc4d5e \x1b[2J\x00" + "x" * 999, "lost", "a\tb")
    said = told(given, {"a\ufffdb"})
    assert said.kind == "Exception"
    assert said.phase == "forward"
    assert said.message.startswith("at 0x... \ufffd[2J\ufffd")
    assert len(said.message) <= 300
    assert said.line == "a\ufffdb"
    assert told(Raised("ValueError", "fine\nso far", "backward", "x = 1"), ["x = 1"]) == Raised(
        "ValueError", "fine\nso far", "backward", "x = 1"
    )


@pytest.mark.parametrize(
    "line", ["x = 1", "  x = 1", "y\t= 2", "x = 1  # in your exp", "x = 1  # in your code"]
)
def test_a_line_of_the_submission_is_told(line):
    """Whether or not it is said whose it is."""
    lines = lines_of({"exp": "def exp(self):\n    x = 1\n    y\t= 2"})
    said = told(Raised("ValueError", "", "forward", line), lines).line
    assert said == line.strip().replace("\t", "\ufffd")


@pytest.mark.parametrize("line", ["the example is [1, 2]", "x = 1  # in your [1, 2]", "def exp"])
def test_another_line_is_not_told(line):
    """A process can say that it was raised in any; so it could carry examples into the report."""
    lines = lines_of({"exp": "def exp(self):\n    x = 1"})
    assert told(Raised("ValueError", "", "forward", line), lines).line == ""
    (result,) = Remote(
        Script({"values": {}, "error": ("ValueError", "", "forward", line)}), {}, lines
    ).run(PROGRAMS[:1])
    assert result.error.line == ""


def test_a_text_that_can_not_be_loaded_raises_in_every_example():
    """So that each oracle has an outcome."""
    error = Raised("SyntaxError", "line 1: invalid syntax", "load")
    verdict = examine("exp", Silent(error), EXAMPLES)
    assert verdict.outcome == "raised"
    assert verdict.smallest.result.error == error


def mangled(array, rng):
    """Another array than the right one."""
    shape = () if array is None else array.shape
    some = np.zeros(shape) if array is None else array
    return rng.choice([
        lambda: None,
        lambda: some.astype(np.float32),
        lambda: some.astype(bool),
        lambda: some.astype(np.int8),
        lambda: np.full(shape, 2**63, dtype=np.uint64),
        lambda: np.full(shape, np.nan),
        lambda: np.full(shape, np.inf),
        lambda: np.zeros((0, *shape)),
        lambda: np.zeros((3, 0, 7)),
        lambda: np.zeros(()),
        lambda: some[None],
    ])()  # fmt: skip


class Liar:
    """A right engine that changes some of its answers."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def run(self, programs):
        """One result a program."""
        return [self.changed(result) for result in Here().run(programs)]

    def changed(self, result: Result) -> Result:
        """The result, or nearly."""
        kind = self.rng.randrange(6)
        names = [name for name in result.values if self.rng.random() < 0.5]
        if kind == 0:
            return Result({"another": np.zeros(2)})
        if kind == 1:
            return Result(error=Raised("Odd", "x\n" * 50, "forward", "line"))
        if kind == 2:
            return Result({k: v for k, v in result.values.items() if k not in names})
        if kind == 3:
            return result
        changed = {name: mangled(result.values[name], self.rng) for name in names}
        return Result({**result.values, **changed})


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("seed", range(40))
def test_no_answer_breaks_an_oracle_or_a_report(seed, reference):
    """A broken oracle would be the grader's fault, and a student could bring it about."""
    liar = Liar(seed)

    def checked(programs):
        script = Script(*({"values": r.values, "error": r.error and ("E", "", "forward", "")}
                          for r in liar.run(programs)))  # fmt: skip
        remote = Remote(script, {})
        return [remote.run([p])[0] if script.answers else Result() for p in programs]

    class Backend:
        run = staticmethod(checked)

    with attachments({}, only=True):
        loaded = Loaded()
        loaded.lend(codes(reference))
        verdict = examine("exp", Backend(), [*EXAMPLES, *GRADCHECKED], Budget())
    assert verdict.outcome in ("wrong", "raised", "right")
    assert text(verdict).isascii()
    assert html(verdict)
