"""Saved bodies on disk: where, how they are replaced, and what is remembered of a check."""

import json
import os
from pathlib import Path

import pytest

from minitorch import loading, saving, slots
from minitorch.errors import UnsavableError
from minitorch.slots import SLOTS, attached, dispatchers

ONE = "def exp(self):\n    return 1\n"
TWO = "def exp(self):\n    return 2\n"


def test_the_environment_variable_names_the_folder(monkeypatch, tmp_path):
    """A clone keeps bodies inside it; an installed package keeps them at home."""
    assert saving.folder() == Path(os.environ["MINITORCH_STUDENT"])
    monkeypatch.setenv("MINITORCH_STUDENT", os.path.join("~", "mine"))
    assert saving.folder() == Path.home() / "mine"
    monkeypatch.delenv("MINITORCH_STUDENT")
    assert saving.folder() == saving.PACKAGE / "student"
    monkeypatch.setattr(saving, "PACKAGE", tmp_path / "site-packages" / "minitorch")
    assert saving.folder() == Path.home() / ".minitorch"


def test_a_body_is_saved_with_the_version_before_it():
    """Two versions are kept; saving the same again changes nothing."""
    target = saving.save("exp", ONE)
    assert target == saving.path("exp")
    assert not (saving.folder() / "previous" / "exp.py").exists()
    saving.save("exp", TWO)
    stamp = saving.stamp("exp")
    saving.save("exp", TWO)
    assert saving.stamp("exp") == stamp
    assert saving.read("exp") == TWO
    assert (saving.folder() / "previous" / "exp.py").read_text(encoding="utf-8") == ONE


def test_a_failed_save_leaves_the_old_body_and_no_litter(monkeypatch):
    """The disk fills up as the new text is moved into place."""
    saving.save("exp", ONE)

    def refuse(source, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(UnsavableError, match=r"No space left.*MINITORCH_STUDENT"):
        saving.save("exp", TWO)
    assert saving.read("exp") == ONE
    assert [path.name for path in saving.folder().iterdir() if path.is_file()] == ["exp.py"]


def test_a_file_that_someone_has_open_is_tried_again(monkeypatch):
    """On Windows alone: elsewhere a refusal is meant."""
    replace, calls = os.replace, []

    def refuse_twice(source, target):
        calls.append(target)
        if len(calls) < 3:
            raise PermissionError(13, "Access is denied")
        replace(source, target)

    monkeypatch.setattr(os, "replace", refuse_twice)
    monkeypatch.setattr(saving, "WINDOWS", True)
    monkeypatch.setattr(saving, "PAUSE", 0)
    saving.save("exp", ONE)
    assert len(calls) == 3


@pytest.mark.parametrize("name", SLOTS)
def test_file_names_are_fit_for_windows(name):
    """No reserved word among the slots, and only letters that every file system has."""
    assert name not in {"con", "prn", "aux", "nul"}
    assert name.isascii()
    assert name == name.lower()


def test_a_file_in_another_encoding_is_kept_as_the_version_before():
    """It can't be run, and a body can be saved over it; nothing of it is lost."""
    path = saving.path("exp")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"# caf\xe9\n")
    saving.save("exp", "x = 1\n")
    assert path.read_bytes() == b"x = 1\n"
    assert (path.parent / "previous" / path.name).read_bytes() == b"# caf\xe9\n"


def test_a_text_keeps_its_characters_and_line_ends():
    """UTF-8 and line feeds on every system."""
    text = "def exp(self):\n    return 'é → µ'\n"
    saving.save("exp", text)
    assert saving.path("exp").read_bytes() == text.encode()
    assert saving.read("exp") == text


def test_a_saved_body_runs_in_a_module_of_its_own():
    """Tracebacks and ``inspect`` find its file; a dataclass finds its annotations."""
    text = (
        "from __future__ import annotations\nfrom dataclasses import dataclass\n\n\n"
        "@dataclass\nclass Rule:\n    scale: float = 2.0\n\n\n"
        "def exp(self):\n    return Rule().scale\n"
    )
    saving.save("exp", text)
    body = loading.load("exp", text)
    assert body(None) == 2.0
    assert body.__code__.co_filename == str(saving.path("exp"))
    assert body.__module__ == "minitorch.student.exp"


def test_a_body_named_as_a_builtin_leaves_it_alone():
    """Inside ``sum``, ``sum`` is Python's."""
    body = loading.load("sum", "def sum(self):\n    return sum([1, 2])\n")
    assert body(None) == 3


def test_bodies_are_brought_in_when_they_change():
    """First all of them, then what was written, touched or removed since."""
    saving.save("exp", ONE)
    saving.save("log", "def log(self):\n    return 3\n")
    assert loading.refresh() == ["exp", "log"]
    assert attached("exp")(None) == 1
    assert loading.refresh() == []
    saving.save("exp", TWO)
    assert loading.refresh() == ["exp"]
    assert attached("exp")(None) == 2
    os.utime(saving.path("exp"), (1, 1))
    assert loading.refresh() == []
    saving.path("exp").unlink()
    assert loading.refresh() == ["exp"]
    assert attached("exp") is None
    assert attached("log")(None) == 3


@pytest.mark.parametrize(
    "broken",
    [
        b"def exp(self):\n    return (\n",
        b"1 / 0\n",
        b"x = 1\n",
        b"\xff\xfe",
        b"import nowhere_at_all\n",
    ],
    ids=["syntax", "raises", "no such function", "no text", "import"],
)
def test_a_broken_file_is_named_and_costs_its_slot_alone(broken, capsys):
    """``import minitorch`` goes on, and so does everything else."""
    saving.save("log", "def log(self):\n    return 3\n")
    saving.save("exp", ONE)
    saving.path("exp").write_bytes(broken)
    assert loading.refresh() == ["exp", "log"]
    said = capsys.readouterr().out
    assert str(saving.path("exp")) in said
    assert said.count("\n") == 1
    assert attached("exp") is None
    assert attached("log")(None) == 3
    assert loading.refresh() == []


def test_what_check_said_belongs_to_the_body_that_it_saw():
    """A body that was changed since was not checked."""
    saving.save("exp", ONE)
    assert saving.read_check("exp") is None
    saving.write_check("exp", "right", "all oracles agree")
    check = saving.read_check("exp")
    assert (check.outcome, check.message) == ("right", "all oracles agree")
    saving.save("exp", TWO)
    assert saving.read_check("exp") is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"outcome": "right"}', "\x00"])
def test_a_record_that_cannot_be_read_says_nothing(text):
    """It is only a convenience."""
    saving.save("exp", ONE)
    saving.write_check("exp", "right")
    (saving.folder() / "checked" / "exp.json").write_text(text, encoding="utf-8")
    assert saving.read_check("exp") is None


def test_a_record_is_json():
    """Another program may read it."""
    saving.save("exp", ONE)
    saving.write_check("exp", "wrong", "déjà vu")
    record = json.loads((saving.folder() / "checked" / "exp.json").read_text(encoding="utf-8"))
    assert record["outcome"] == "wrong"
    assert record["message"] == "déjà vu"


def test_an_empty_slot_finds_a_body_that_was_saved(monkeypatch):
    """A fresh process loads what earlier notebooks saved when it first needs one."""
    saving.save("exp", ONE)
    monkeypatch.setattr(slots, "_look_for_saved", True)
    assert dispatchers["exp"](None) == 1
