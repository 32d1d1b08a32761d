"""README.md and CONTRIBUTING.md tell the truth about commands, notebooks and files."""

import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

import minitorch
from autograder import check
from autograder.check import CheckFailed
from autograder.cli import main
from minitorch import Tensor
from minitorch.slots import SLOTS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def exp_without_upstream(self):
    """The mistake of the README's example."""
    out = Tensor(np.exp(self.data), _prev=(self,), _op="exp")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.data

    out._backward = _backward
    return out


def test_the_report_in_the_readme_is_what_check_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], reference_folder: Path
):
    """The example is no invention, and stays none."""
    monkeypatch.setenv("AUTOGRADER_REFERENCE", str(reference_folder))
    with minitorch.trying(exp=exp_without_upstream), pytest.raises(CheckFailed):
        check("exp")
    shown = re.search(r"```\n(exp: wrong.+?)```", README, re.DOTALL)
    assert shown
    assert shown.group(1).strip() in capsys.readouterr().out


def test_the_readme_lists_every_notebook_and_its_slots():
    """The table has a row for each notebook there is, with what is written in it."""
    row = r"^\| \[(\d\d-[\w-]+)\]\(notebooks/\1\.ipynb\) \| (.+?) \|"
    rows = dict(re.findall(row, README, re.M))
    assert sorted(rows) == sorted(path.stem for path in ROOT.glob("notebooks/*.ipynb"))
    for name in {slot.notebook for slot in SLOTS.values()}:
        assert re.findall(r"`(\w+)`", rows[name]) == [
            slot.name for slot in SLOTS.values() if slot.notebook == name
        ]


@pytest.mark.parametrize("text", [README, CONTRIBUTING], ids=["README", "CONTRIBUTING"])
def test_the_commands_exist(text: str):
    """Whoever copies a command from a page gets an answer."""
    targets = set(re.findall(r"^([a-z]+):", MAKEFILE, re.M))
    assert set(re.findall(r"(?:^|`)make ([a-z]+)", text, re.M)) <= targets
    assert set(re.findall(r"(?:^|`)autograder ([a-z]+)", text, re.M)) <= main.commands.keys()


def test_make_help_lists_about_ten_targets():
    """`make` alone says what there is, one line each."""
    done = subprocess.run(
        ["make", "--no-print-directory"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    lines = done.stdout.splitlines()
    assert 8 <= len(lines) <= 12
    assert all(line.startswith("make ") for line in lines)


def test_the_derived_files_exist():
    """Each committed file in CONTRIBUTING's table is there under that name."""
    table = CONTRIBUTING.split("## Files that are made")[1].split("##")[0]
    for row in re.findall(r"^\| (`.+?) \|", table, re.M):
        for name in re.findall(r"`([^`]+)`", row):
            pattern = name.replace("NN-name", "[0-9][0-9]-*")
            assert list(ROOT.glob(pattern)), f"{name} is listed and is not there"
