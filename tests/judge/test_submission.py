"""Any bytes are read as cells, or a note says why not; nothing raises."""

import json
import random

import pytest

from autograder.judge import submission
from autograder.judge.submission import Cell, read


def notebook(*cells: object, **more: object) -> bytes:
    """A notebook's bytes."""
    return json.dumps({"nbformat": 4, "cells": cells, **more}).encode()


CODE = {"cell_type": "code", "source": ["a = 1\n", "b = 2"], "id": "x"}


@pytest.mark.parametrize(
    ("data", "note"),
    [
        (b"", "no notebook"),
        (b"\x00\x01\x02\xff", "no notebook"),
        (b"print('I sent the wrong file')", "no notebook"),
        (b"%PDF-1.7 \xe2\xe3\xcf\xd3", "no notebook"),
        (b"PK\x03\x04" + bytes(100), "no notebook"),
        (b"[" * 1_000_000, "nested too deeply"),
        (b'{"a":' * 1_000_000, "nested too deeply"),
        (b"[]", "holds a JSON list"),
        (b"7", "holds a JSON int"),
        (b"null", "holds a JSON NoneType"),
        (b'{"cells": [', "no notebook"),
        (b'{"cells": ' + b"9" * 10_000 + b"}", "no valid JSON"),
        (b"{}", "has no cells"),
        (b'{"cells": null}', "has no cells"),
        (b'{"cells": {"a": 1}}', "has no cells"),
        (b'{"cells": [1, "a", null, []]}', "has no cells"),
        (b'{"worksheets": [1, null, {"cells": 3}]}', "has no cells"),
        (b"<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> theirs", "no notebook"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_what_is_no_notebook_is_named(data, note):
    """No cells, and one line that says what was found."""
    cells, notes = read(data)
    assert cells == []
    assert note in " ".join(notes)


def test_a_file_too_large_is_not_read(monkeypatch):
    """Its size is enough."""
    monkeypatch.setattr(submission, "LARGEST", 2**20)
    cells, notes = read(notebook(CODE) + b" " * 2**20)
    assert (cells, notes) == ([], ["the file has 1 MiB; at most 1 are read"])


def test_a_large_file_of_nothing_but_lists_is_not_read():
    """In memory it would be forty times as large."""
    cells, notes = read(b"[" + b"[]," * (17 * 2**20 // 3) + b"[]]")
    assert (cells, notes) == ([], ["the file has 17 MiB; at most 16 are read"])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32-le"])
def test_a_notebook_in_another_encoding_is_read(encoding):
    """As an editor on Windows may save it."""
    text = json.dumps({"cells": [{**CODE, "source": "größe = 1"}]}, ensure_ascii=False)
    cells, notes = read(text.encode(encoding))
    assert [cell.text for cell in cells] == ["größe = 1"]
    assert notes == []


def test_broken_characters_are_replaced_and_noted():
    """The rest of the notebook counts."""
    cells, notes = read(notebook(CODE).replace(b"b = 2", b"b = '\xff'"))
    assert cells[0].text == "a = 1\nb = '\ufffd'"
    assert "not valid utf-8" in notes[0]


def test_half_a_surrogate_pair_and_nul_are_replaced():
    """Neither can be written to a file again."""
    (cell,), _ = read(notebook({"cell_type": "code", "source": "a\ud800b\x00c"}))
    cell.text.encode("utf-8")
    assert cell.text == "a?b\ufffdc"


def test_a_notebook_of_format_3_is_read():
    """Cells lay in worksheets, and code was called input."""
    sheet = {"cells": [{"cell_type": "code", "input": "a = 1"}, {"cell_type": "heading"}]}
    cells, _ = read(json.dumps({"nbformat": 3, "worksheets": [sheet, sheet]}).encode())
    assert [(cell.kind, cell.text) for cell in cells] == [("code", "a = 1"), ("heading", "")] * 2


@pytest.mark.parametrize(
    "cell",
    [
        {},
        {"cell_type": 7, "source": 8, "metadata": 9, "id": 10},
        {"cell_type": "code", "source": {"a": 1}},
        {"cell_type": "code", "source": [1, None, ["a"]]},
        {"metadata": {"nbgrader": []}},
        {"metadata": {"nbgrader": {"grade_id": ["exp"]}}},
        {"metadata": {"nbgrader": {"grade_id": None}}},
        {"attachments": [1]},
        {"attachments": {"a.png": {"image/png": 7}, "b": 1}},
    ],
    ids=str,
)
def test_a_cell_of_any_shape_is_read(cell):
    """What is not what it should be counts as nothing."""
    (read_back,), _ = read(notebook(cell))
    assert read_back.text == read_back.name == read_back.id == ""
    assert isinstance(read_back.kind, str)


def test_names_and_attachments_are_read():
    """In any schema version, and whatever else the metadata say."""
    flags = {"grade_id": "essay", "schema_version": 1, "points": 10**9, "locked": True}
    picture = {"a.png": {"image/png": "aGk="}}
    cell = {"cell_type": "markdown", "source": "x", "metadata": {"nbgrader": flags}}
    cells, _ = read(notebook({**cell, "attachments": picture}))
    assert cells == [Cell("markdown", "x", "essay", "", picture)]


def test_very_many_and_very_long_cells_are_cut(monkeypatch):
    """With a note each."""
    monkeypatch.setattr(submission, "MOST_CELLS", 3)
    monkeypatch.setattr(submission, "LONGEST_TEXT", 10)
    cells, notes = read(notebook(*[{"cell_type": "code", "source": "a" * 11}] * 4))
    assert [len(cell.text) for cell in cells] == [10] * 3
    assert len(notes) == 4


def test_no_more_code_is_read_than_takes_seconds():
    """Code that was written by no person; notes and pictures in a text do not count."""
    flood = "x = [" + "[]," * 100_000 + "]"
    cells = [{"cell_type": "markdown", "source": flood}] * 10
    cells += [{"cell_type": "code", "source": flood}] * 10
    found, notes = read(json.dumps({"cells": cells}).encode())
    assert len(found) == 13
    assert notes == [f"the notebook has {10 * len(flood)} characters of code; 13 cells were read"]


def test_an_empty_file_is_named():
    """It may stand in the place of a link."""
    assert read(b" \n") == ([], ["the file is no notebook: it is empty"])


def test_a_damaged_notebook_never_raises():
    """Bytes changed at random, anywhere."""
    rng = random.Random(0)
    whole = notebook(CODE, {"cell_type": "markdown", "source": "x", "attachments": {"a": {}}})
    for _ in range(3_000):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 6)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        read(bytes(data))


def test_blanks_without_end_and_marks_of_hidden_tests_are_put_right():
    """Making a page of them takes minutes, or stops; the code stays what it was."""
    text = (
        "x = 1\n" + " \n" * 60_000 + "# " + " " * 60_000 + "y\n### BEGIN HIDDEN TESTS\n    z = 2\n"
    )
    kept = submission.clean(text)
    assert len(kept) < 400
    assert kept.startswith("x = 1\n")
    assert "BEGIN HIDDEN" not in kept
    assert kept.endswith("\n    z = 2\n")
