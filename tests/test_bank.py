"""The bank: every wrong body is caught and rightly named, every right one passes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.diagnosis.catalog import CATALOG
from autograder.selftest.judges import Apart, Sandboxed
from autograder.selftest.matrix import drawn, line, rows, selftest
from autograder.selftest.submissions import BANK, Submission, bank, faults
from autograder.verdict import Verdict
from minitorch.slots import SLOTS
from minitorch.source import Cells


@pytest.fixture(scope="module")
def apart() -> Iterator[Apart]:
    """Processes that judge, started once; the examples of every slot are drawn in one go."""
    drawn((slot, 0) for slot in SLOTS)
    with Apart() as judge:
        yield judge


@pytest.mark.parametrize("slot", SLOTS)
def test_the_graders_do_as_each_body_of_the_bank_asks(slot: str, apart: Apart):
    """Wrong ones die to the oracles that are named, and are called by their name."""
    found = list(rows(bank(slots=[slot]), judge=apart))
    assert found, f"no body of {slot} in the bank"
    assert [line(row) for row in found if row.faults] == []


@pytest.mark.needs_sandbox
@pytest.mark.parametrize("slot", SLOTS)
def test_a_sandbox_changes_nothing(slot: str):
    """The judge comes to the same outcomes and diagnoses as a notebook's check."""
    with Sandboxed() as judge:
        found = {s.name: faults(s, judge(s)) for s in bank(slots=[slot])}
    assert {name: fault for name, fault in found.items() if fault} == {}


def test_the_bank_is_large_enough():
    """Wrong bodies and right ones for every slot."""
    submissions = bank()
    right = [s for s in submissions if s.right]
    assert len(submissions) - len(right) >= 120
    assert len(right) >= 40
    assert {s.slot for s in right} == {s.slot for s in submissions if not s.right} == set(SLOTS)


def test_every_misconception_is_shown_by_a_body():
    """What is in the catalogue and in no body has never been seen to work."""
    shown = {s.misconception for s in bank()} - {None}
    assert shown == set(CATALOG)


@pytest.mark.parametrize(
    "path", sorted(BANK.rglob("*.py")), ids=lambda p: f"{p.parent.name}-{p.stem}"
)
def test_a_file_of_the_bank_can_be_submitted_as_it_is(path: Path):
    """It names its slot, and all that the body needs can be collected from it."""
    submission = Submission.read(path)
    assert submission.kind in ("passed", "failed", "raised", "hostile")
    assert f"def {submission.slot}(" in Cells([submission.text]).collect(submission.slot)


def test_a_body_that_survives_fails_the_self_test(tmp_path: Path):
    """A right body that is called wrong stands for a wrong one that nobody caught."""
    (tmp_path / "neg").mkdir()
    text = (BANK / "neg" / "passed_zero_minus.py").read_text(encoding="utf-8")
    first = "# misconception: sign | oracles: pytorch"
    survivor = tmp_path / "neg" / "failed_not_at_all.py"
    survivor.write_text(text.replace("# right", first), encoding="utf-8")
    said: list[str] = []
    assert selftest(["neg"], folder=tmp_path, sandbox=False, echo=said.append) == 1
    assert "not caught (right)" in "\n".join(said)
    assert "1 not as expected" in said[-1]


def test_an_oracle_that_is_blind_or_another_diagnosis_is_a_fault():
    """Being caught by somebody is not enough."""
    path = BANK / "neg" / "failed_minus_one.py"
    verdict = Verdict("neg", "wrong", {"pytorch": "wrong", "gradcheck": "right"})
    found = "; ".join(faults(Submission.read(path), verdict))
    assert "gradcheck did not see it" in found
    assert "diagnosis none, expected upstream-ignored" in found


@pytest.mark.parametrize(
    "text", ["import numpy", "# misconception: sign", "# misconception: x | oracles: nobody"]
)
def test_a_first_line_that_says_too_little_is_refused(tmp_path: Path, text: str):
    """The message names the file."""
    path = tmp_path / "neg" / "failed_x.py"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"failed_x\.py"):
        Submission.read(path)
