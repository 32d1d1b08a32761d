"""A verdict is reached outside the process that runs the bodies, and is the same every time."""

import json
import time

import pytest

from autograder.judge.judge import Judge
from autograder.judge.rebuild import rebuild
from tests.judge.course import (
    EXP,
    GRADE,
    LIMITS,
    NEG,
    SOURCE,
    STUBS,
    WRITTEN,
    _cell,
    body,
    named,
    records,
    released,
    submitted,
)

WRONG_EXP = EXP.replace("out.data * out.grad", "out.grad")


def outcomes(found) -> dict[str, str]:
    """Each record's outcome."""
    return {name: record["outcome"] for name, record in found.items()}


def test_a_solved_notebook_gets_all_points(each_judge):
    """With bubblewrap and without, which every record says."""
    found = records(each_judge, submitted())
    assert outcomes(found) == {"neg": "right", "exp": "right", "q_slope": "right"}
    assert all(r["points"] == r["max_points"] == 2.0 for r in found.values())
    assert {r["sandbox"] for r in found.values()} == {each_judge.sandbox}


def test_an_untouched_notebook_was_not_attempted(judge):
    """No process is started for it."""
    found = records(judge, submitted({}))
    assert set(outcomes(found).values()) == {"not attempted"}
    assert sum(r["points"] for r in found.values()) == 0


@pytest.mark.parametrize("data", [b"", b"no notebook", b"{}"])
def test_what_is_no_notebook_was_not_attempted(judge, data):
    """And its records say what was wrong with the file."""
    found = records(judge, data)
    assert set(outcomes(found).values()) == {"not attempted"}
    assert all(r["notes"] for r in found.values())


def test_a_wrong_body_costs_its_own_check_alone(judge):
    """The record says which oracles saw it."""
    found = records(judge, submitted({**WRITTEN, "exp": body("exp", WRONG_EXP)}))
    assert outcomes(found) == {"neg": "right", "exp": "wrong", "q_slope": "right"}
    record = found["exp"]
    assert record["oracles"]["pytorch"] == "wrong"
    assert record["oracles"]["hypothesis"] == "not run"
    assert record["points"] == 0.0
    assert "exp: wrong" in record["message"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("@implement\ndef exp(self:\n    pass", "SyntaxError"),
        (body("exp", "return undefined_name"), "NameError"),
        ("nothing = 1 / 0\n" + body("exp", f"nothing\n    {EXP}"), "ZeroDivisionError"),
        (body("exp", "return 5"), "TypeError"),
        (body("exp", "raise ValueError('my own words')"), "my own words"),
        ("for i in range(3): last = i\n" + body("exp", "return last"), "UnsavableError"),
        ("exp = 3", "expected a function"),
        (body("exp", "import os; os._exit(7)"), "exit code 7"),
        (body("exp", "while True: pass"), "time limit"),
        ("while True: pass\n" + body("exp", EXP), ""),
    ],
)
def test_a_body_that_raises_costs_its_own_check_alone(judge, text, said):
    """Whether at load, in the forward pass, or by ending its process."""
    found = records(judge, submitted({**WRITTEN, "exp": text}))
    assert found["neg"]["outcome"] == found["q_slope"]["outcome"] == "right"
    if said:
        assert found["exp"]["outcome"] == "raised"
        assert said in found["exp"]["message"]


def test_a_body_that_is_gone_was_not_attempted(judge):
    """The student deleted the function but left the cell."""
    for text in ("", "# I could not do it", "x = 1"):
        assert records(judge, submitted({**WRITTEN, "exp": text}))["exp"]["outcome"] == (
            "not attempted"
        )


@pytest.mark.parametrize(
    ("text", "outcome", "said"),
    [
        ("q_slope = 2.5", "right", ""),
        ("q_slope = 5 / 2", "right", ""),
        ("half = 1.25\nq_slope = 2 * half", "right", ""),
        ("import numpy as np\nq_slope = np.array(2.5)", "right", ""),
        ("q_slope = 2.5000000001", "right", ""),
        ("q_slope = '5/2'", "right", ""),
        ("q_slope = 2.5,", "right", ""),
        ("from fractions import Fraction\nq_slope = Fraction(5, 2)", "right", ""),
        ("from minitorch import Tensor\nq_slope = [Tensor([2.5])]", "right", ""),
        ("q_slope = 2,5", "wrong", "your answer is a tuple, (2, 5); the question wants one number"),
        ("q_slope = 5", "wrong", "for one step, or for two"),
        ("q_slope = 7", "wrong", "that is not the answer"),
        ("q_slope = ...", "not attempted", ""),
        ("q_slope = None", "not attempted", ""),
        ("", "not attempted", ""),
        ("q_slope = 1 / 0", "raised", "ZeroDivisionError"),
        ("q_slope = {1: 2}", "raised", "the question wants one number"),
        ("q_slope = 10**5000", "raised", ""),
        ("q_slope = open", "raised", ""),
        ("q_slope = [[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]", "wrong", ""),
        ("class Any:\n    def __eq__(self, other): return True\nq_slope = Any()", "raised", ""),
        ("def loop():\n    while True: pass\nq_slope = loop()", "raised", "time limit"),
        ("import os\nq_slope = os._exit(0)", "raised", "exit code 0"),
    ],
)
def test_a_question_is_marked_outside(judge, text, outcome, said):
    """A literal without running anything; anything else is computed in the sandbox."""
    record = records(judge, submitted({**WRITTEN, "q_slope": text}))["q_slope"]
    assert record["outcome"] == outcome
    assert said in record["message"]
    assert "2.5" not in record["message"] or outcome == "right"


def test_helpers_in_other_cells_are_found(judge):
    """Functions, constants and imports, before the answer or after it."""

    def added(cells):
        helper = {"cell_type": "code", "source": "import math\nE = math.e\n"}
        later = {"cell_type": "code", "source": "def power(x):\n    return E ** x"}
        cells.insert(2, helper)
        cells.append(later)

    answers = {**WRITTEN, "exp": body("exp", EXP.replace("np.exp(", "power("))}
    assert records(judge, submitted(answers, added))["exp"]["outcome"] == "right"


def test_the_same_submission_gives_the_same_bytes(each_judge, store, reference):
    """By the same judge again, and by another; with garbage that names addresses in memory."""
    hateful = body("exp", "raise ValueError(str(self._backward), hash('a'), id)")
    data = submitted({**WRITTEN, "exp": hateful, "neg": body("neg", NEG.replace("-", "+"))})
    again = [json.dumps(records(each_judge, data)) for _ in range(2)]
    wanted = each_judge.sandbox == "bubblewrap"
    with Judge(store, reference, sandbox=wanted, limits=LIMITS) as other:
        assert {*again, json.dumps(records(other, data))} == {again[0]}


def test_two_judges_work_at_once(judge, store, reference):
    """Neither waits for the other's sandbox."""
    with Judge(store, reference, sandbox=judge.sandbox != "none", limits=LIMITS) as other:
        for one in (judge, other, judge, other):
            assert records(one, submitted())["exp"]["outcome"] == "right"


def with_test(*lines: str, cell: str = "check_exp"):
    """The course's notebook with an instructor's own lines in a grade cell."""
    source = json.loads(json.dumps(SOURCE))
    text = named(source["cells"], cell)["source"]
    inside = "\n".join(lines)
    named(source["cells"], cell)["source"] = text.replace(
        "### END HIDDEN TESTS", f"{inside}\n### END HIDDEN TESTS"
    )
    return source


def judged(judge, source, data=None):
    """Records by slot of a submission of that course."""
    rebuilt = rebuild(submitted() if data is None else data, source, released())
    return {j.record["slot"]: j.record for j in judge.notebook(rebuilt.notebook, rebuilt.notes)}


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("assert Tensor(0.0).exp().item() == 1.0", "right"),
        ("assert Tensor(0.0).exp().item() == 2.0, 'e to the zero'", "wrong"),
        ("assert np.allclose(Tensor([1.0, 2.0]).exp().data, np.exp([1, 2]))", "right"),
        ("Tensor(0.0).no_such_op()", "raised"),
        ("while True: pass", "raised"),
    ],
)
def test_an_instructors_own_lines_run_beside_the_body(judge, line, outcome):
    """The record says that this part was judged inside."""
    record = judged(judge, with_test(line))["exp"]
    assert record["outcome"] == outcome
    assert record["judged_inside"] is True
    assert judged(judge, with_test(line))["neg"]["judged_inside"] is False
    if outcome == "wrong":
        assert "e to the zero" in record["message"]


def test_an_instructors_own_lines_may_use_what_is_taught_later(judge):
    """The body beside which they run may not."""
    line = "assert Tensor(0.0).neg().exp().item() == 1.0"
    assert judged(judge, with_test(line, cell="check_neg"))["neg"]["outcome"] == "right"
    late = body("neg", "return self.exp().log().exp().log() * -1")
    found = records(judge, submitted({**WRITTEN, "neg": late}))["neg"]
    assert found["outcome"] == "raised"
    assert "exp has no body yet" in found["message"]


def test_a_cell_of_an_instructors_own_lines_sees_every_body(judge):
    """Named after the cell, worth its points."""
    source = json.loads(json.dumps(SOURCE))
    text = "x = Tensor([1.0], requires_grad=True)\nassert x.exp().neg().item() < -2\nhalf(4) == 2"
    source["cells"].append(_cell("code", text, "check_both", **GRADE))

    def added(cells):
        cells.append({"cell_type": "code", "source": "def half(x):\n    return x / 2"})

    record = judged(judge, source, submitted(change=added))["both"]
    assert (record["outcome"], record["points"], record["judged_inside"]) == ("right", 2.0, True)


def test_a_fault_of_the_grader_is_no_zero(judge, monkeypatch):
    """It has an outcome of its own, and says what broke."""
    from autograder.judge import inside

    def broken(*args):
        raise RuntimeError("an oracle broke")

    monkeypatch.setattr(inside, "examine", broken)
    record = records(judge, submitted())["exp"]
    assert record["outcome"] == "grader fault"
    assert record["fault"] == "RuntimeError: an oracle broke"


def test_a_report_that_can_not_be_written_is_a_fault_in_one_check(judge, monkeypatch):
    """The others are judged and told of."""

    def broken(verdict):
        if verdict.slot == "exp" and verdict.outcome == "wrong":
            raise ValueError("no words")
        return "said"

    monkeypatch.setattr("autograder.judge.record.text", broken)
    found = records(judge, submitted({**WRITTEN, "exp": body("exp", WRONG_EXP)}))
    assert found["exp"]["outcome"] == "grader fault"
    assert found["exp"]["fault"] == "ValueError: no words"
    assert found["neg"]["outcome"] == "right"


def test_a_sandbox_that_breaks_is_started_anew(judge):
    """The check that it broke in is judged all the same."""
    judge.zygote()._process.kill()
    assert records(judge, submitted())["exp"]["outcome"] == "right"


def test_a_sandbox_that_breaks_every_time_is_a_fault(judge, monkeypatch):
    """Never a silent zero."""
    from autograder.judge.process import SandboxError, Worker

    def broken(self, *args):
        raise SandboxError("it broke")

    monkeypatch.setattr(Worker, "begin", broken)
    found = records(judge, submitted())
    assert found["exp"]["fault"] == "SandboxError: it broke"
    assert found["q_slope"]["outcome"] == "right"


def test_nothing_is_judged_where_the_sandbox_does_not_work(store, reference, monkeypatch):
    """Unless judging without it was chosen."""
    from autograder.judge import bwrap
    from autograder.judge.judge import NoSandboxError

    monkeypatch.setattr(bwrap, "chosen", lambda: ("", "bwrap: it said no"))
    with Judge(store, reference, sandbox=True) as judge, pytest.raises(NoSandboxError, match="no"):
        records(judge, submitted())
    with Judge(store, reference, sandbox=False, limits=LIMITS) as judge:
        assert records(judge, submitted())["exp"]["outcome"] == "right"


def test_a_share_of_the_points_can_be_had(judge, monkeypatch):
    """Where a verdict gives parts of them."""
    from autograder.judge import inside
    from autograder.verdict import Verdict

    monkeypatch.setattr(inside, "examine", lambda name, *_: Verdict(name, "wrong", share=2 / 3))
    record = records(judge, submitted())["exp"]
    assert (record["outcome"], record["points"]) == ("wrong", 1.333333)


def test_loops_at_load_are_paid_for_once(judge):
    """What all bodies use hangs: the first gets the whole limit, the others little."""
    began = time.monotonic()
    loop = "def hang():\n    while True: pass\nSCALE = hang()\n"
    answers = {
        name: loop + body(name, f"SCALE\n    {text}") for name, text in (("neg", NEG), ("exp", EXP))
    }
    found = records(judge, submitted({**WRITTEN, **answers}))
    assert {found[name]["outcome"] for name in answers} == {"raised"}
    assert all("loading it never ended" in found[name]["message"] for name in answers)
    assert time.monotonic() - began < 20


def test_a_function_that_nobody_knows_is_the_courses_fault(judge):
    """Not a student's zero."""
    source = json.loads(json.dumps(SOURCE))
    source["cells"].append(_cell("code", 'handles_edges("unheard_of")', "check_f", **GRADE))
    record = judged(judge, source)["unheard_of"]
    assert record["outcome"] == "grader fault"
    assert "neither a slot nor a function" in record["fault"]


def test_a_stub_is_never_run(judge, monkeypatch):
    """Whatever it is called."""
    from autograder.judge.inside import Inside

    def ran(*args):
        raise AssertionError("a stub was run")

    monkeypatch.setattr(Inside, "slot", ran)
    assert records(judge, submitted(STUBS))["exp"]["outcome"] == "not attempted"
