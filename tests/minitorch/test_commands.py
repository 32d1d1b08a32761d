"""``python -m minitorch``: status and export, and their exit codes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from minitorch import loading, saving
from minitorch.__main__ import main
from minitorch.slots import SLOTS, attachments
from minitorch.status import record_check, table

ROOT = Path(__file__).parents[2]

NEG = "def neg(self):\n    return 1\n"


def save(name: str = "neg", text: str = NEG) -> None:
    """Save a body as ``@implement`` does."""
    loading.save(name, text, loading.load(name, text))


def row(name: str) -> str:
    """The table's line of a slot."""
    return next(line for line in table().splitlines() if line.split()[:1] == [name])


def test_the_table_has_a_line_for_every_slot():
    """In the order of the notebooks, in plain ASCII."""
    save()
    lines = table().splitlines()
    assert [line.split()[0] for line in lines[1:-2]] == list(SLOTS)
    assert row("neg").split() == ["neg", "02-elementwise", "filled", "not", "yet"]
    assert row("exp").split() == ["exp", "02-elementwise", "missing", "-"]
    assert lines[-1] == f"1 of 25 slots filled; saved in {saving.folder()}"
    assert "\n".join(lines[:-1]).isascii()


def test_the_table_says_what_check_last_said():
    """Until the body changes."""
    save()
    record_check("neg", "wrong", "a sign")
    assert "  wrong, 20" in row("neg")
    assert row("neg").endswith(", a sign")
    assert main(["status"]) == 1
    record_check("neg", "right")
    assert main(["status"]) == 0
    record_check("neg", "wrong")
    save(text=NEG + "\n")
    assert row("neg").endswith("not yet")
    assert main(["status"]) == 0


def test_a_body_that_is_only_lent_leaves_no_record():
    """What ``check`` says of a body broken on purpose is not said of the saved one."""
    save()
    with attachments({"neg": lambda self: 2}):
        record_check("neg", "wrong")
    record_check("exp", "not attempted")
    assert saving.read_check("neg") is None
    assert saving.read_check("exp") is None


def test_a_body_that_cannot_be_loaded_is_broken(capsys):
    """And the command says so by its exit code."""
    saving.save("neg", "def neg(:")
    loading.refresh()
    assert row("neg").split()[2] == "broken"
    assert main(["status"]) == 1
    assert str(saving.path("neg")) in capsys.readouterr().out


def test_export_writes_a_module(tmp_path, capsys):
    """Again over its own file, but over another's only when forced."""
    save()
    target = tmp_path / "mine.py"
    assert main(["export", str(target)]) == 0
    assert capsys.readouterr().out.startswith(f"{target}: 1 of 25 slots; these raise")
    assert "def neg(self) -> Tensor:" in target.read_text(encoding="utf-8")
    assert main(["export", str(target)]) == 0
    other = tmp_path / "other.py"
    other.write_text("x = 'é'\n", encoding="latin-1")
    assert main(["export", str(other)]) == 1
    assert "no earlier export; --force replaces it" in capsys.readouterr().out
    assert main(["export", "--force", str(other)]) == 0


def test_export_without_a_body_says_what_to_do(tmp_path, capsys):
    """There is nothing to write."""
    assert main(["export", str(tmp_path / "mine.py")]) == 1
    assert "no body is saved" in capsys.readouterr().out
    assert not (tmp_path / "mine.py").exists()


def test_a_disk_that_refuses_is_an_error_in_one_line(tmp_path, capsys):
    """No traceback."""
    save()
    assert main(["export", str(tmp_path / "nowhere" / "mine.py")]) == 1
    assert capsys.readouterr().out.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["exprot"], ["status", "more"], ["export", "a", "b"]])
def test_a_usage_error_is_2(arguments):
    """As everywhere."""
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2


def test_the_console_may_know_little(tmp_path):
    """Characters that cp1252 lacks are escaped."""
    save()
    record_check("neg", "wrong", "expected →, got λ")
    done = subprocess.run(
        [sys.executable, "-X", "utf8=0", "-m", "minitorch", "status"],
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
    )
    assert done.returncode == 1, done.stderr
    assert b"expected \\u2192, got \\u03bb" in done.stdout
