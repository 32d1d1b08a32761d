"""Only the texts of answer cells come from a submission; all else is the course's own."""

import copy
import json

import pytest

from autograder.judge.rebuild import rebuild
from tests.judge.course import EXP, SOURCE, STUBS, WRITTEN, body, named, released, submitted


def rebuilt(data: bytes):
    """The notebook that is graded."""
    return rebuild(data, SOURCE, released())


def texts(result) -> dict[str, str]:
    """Its texts by cell id."""
    return {cell["id"]: cell["source"] for cell in result.notebook["cells"]}


def test_an_honest_submission_comes_through():
    """Its answers, with the instructor's tests."""
    result = rebuilt(submitted())
    expected = {c["id"]: WRITTEN.get(c["id"], c["source"]) for c in SOURCE["cells"]}
    assert texts(result) == expected
    assert result.notes == ()


def test_the_source_is_left_as_it_was():
    """It serves for the next submission."""
    before = copy.deepcopy(SOURCE)
    result = rebuilt(submitted())
    result.notebook["cells"][0]["metadata"]["changed"] = True
    assert before == SOURCE


@pytest.mark.parametrize(
    "data", [b"", b"not a notebook", b"[[[[", b"{}", b"\xff\xfe", b'{"cells": [null]}']
)
def test_what_is_no_notebook_becomes_an_untouched_one(data):
    """Graded like any other, with a note."""
    result = rebuilt(data)
    assert texts(result)["exp"] == STUBS["exp"]
    assert texts(result)["check_exp"] == named(SOURCE["cells"], "check_exp")["source"]
    assert len(result.notes) >= 1


def test_no_solution_comes_through_where_an_answer_is_missing():
    """With what was handed out, and without it."""
    data = submitted(change=lambda cells: [c for c in cells if c["id"] != "exp"])
    assert texts(rebuilt(data))["exp"] == STUBS["exp"]
    assert "np.exp" not in texts(rebuild(data, SOURCE))["exp"]
    assert "answer cell exp is missing" in rebuilt(data).notes


def _retype(cells, name):
    named(cells, name)["cell_type"] = "markdown"


def _tag(cells):
    for cell in cells:
        cell["metadata"]["tags"] = ["skip-execution"]


def _lie(cells):
    for cell in cells:
        flags = cell["metadata"].get("nbgrader", {})
        flags.update(points=1000, grade=True, solution=True, locked=False, schema_version=1)


@pytest.mark.parametrize(
    "change",
    [
        lambda cells: cells.reverse(),
        lambda cells: [c for c in cells if not c["id"].startswith("check_")],
        lambda cells: cells.extend(copy.deepcopy(cells[3:4]) * 3),
        lambda cells: named(cells, "check_exp").update(source="pass"),
        lambda cells: _retype(cells, "check_exp"),
        lambda cells: _retype(cells, "exp"),
        _tag,
        _lie,
        lambda cells: cells[0].update(source="# Mine", attachments={"x": {}}),
        lambda cells: [{**c, "id": "same"} for c in cells],
        lambda cells: [{k: v for k, v in c.items() if k != "id"} for c in cells],
        lambda cells: cells.append({"cell_type": "code", "source": "check('exp')"}),
    ],
    ids=range(12),
)
def test_nothing_but_answers_counts(change):
    """Order, tests, tags, types, metadata, ids: the result is that of an honest notebook."""
    assert rebuilt(submitted(change=change)).notebook == rebuilt(submitted()).notebook


def test_a_cell_whose_metadata_is_gone_is_known_by_its_id():
    """Some editors drop what they do not know; the build's ids are the names."""
    data = submitted(change=lambda cells: [{**c, "metadata": {}} for c in cells])
    assert rebuilt(data).answers["exp"] == WRITTEN["exp"]


@pytest.mark.parametrize("at", [0, 5, 10])
def test_of_a_copied_cell_the_one_with_an_answer_counts(at):
    """Wherever the untouched copy stands."""

    def copied(cells):
        stub = {**copy.deepcopy(named(cells, "exp")), "source": STUBS["exp"], "id": "copy"}
        cells.insert(at, stub)

    result = rebuilt(submitted(change=copied))
    assert result.answers["exp"] == WRITTEN["exp"]
    assert result.notes == (
        "answer cell exp is there 2 times; the last one with an answer was taken",
    )


def test_of_several_answers_the_last_counts():
    """As a notebook that runs from top to bottom leaves it."""

    def copied(cells):
        cells.append({**copy.deepcopy(named(cells, "exp")), "source": "# the last", "id": "copy"})

    assert rebuilt(submitted(change=copied)).answers["exp"] == "# the last"


def test_what_an_added_cell_defines_comes_along():
    """Imports, functions, classes and constants; not what it runs."""
    cell = {
        "cell_type": "code",
        "source": "import math\nSCALE = math.sqrt(2)\nprint(SCALE)\n"
        "def half(x):\n    return x / 2\nfor i in range(3):\n    print(i)\n"
        "class Holder: ...\n!rm -rf /\n",
    }

    def added(cells):
        cells.insert(cells.index(named(cells, "exp")), cell)

    result = rebuilt(submitted(change=added))
    ids = [cell["id"] for cell in result.notebook["cells"]]
    (new,) = [name for name in ids if name.startswith("added")]
    assert ids.index(new) == ids.index("exp") - 1
    text = texts(result)[new]
    assert "import math" in text
    assert "def half" in text
    assert "class Holder" in text
    assert "SCALE = math.sqrt(2)" in text
    assert "print" not in text
    assert "for" not in text
    assert "rm -rf" not in text


def test_a_changed_cell_of_the_course_counts_as_added():
    """The student imports one thing more, where the imports are."""

    def changed(cells):
        named(cells, "imports")["source"] += "\nimport itertools"

    added = [c for c in rebuilt(submitted(change=changed)).notebook["cells"] if "added" in c["id"]]
    assert "import itertools" in added[0]["source"]


def test_a_body_in_another_cell_is_not_graded_but_named():
    """The answer cell is there, and still the stub."""

    def elsewhere(cells):
        cells.append({"cell_type": "code", "source": body("exp", EXP)})

    result = rebuilt(submitted({**WRITTEN, "exp": STUBS["exp"]}, elsewhere))
    assert result.answers["exp"] == STUBS["exp"]
    assert result.notes == ("exp is written in a cell that is not its answer cell: not graded",)


def test_a_body_in_another_cell_is_taken_where_its_own_is_missing():
    """A cell that was deleted and typed anew."""

    def anew(cells):
        cells.append({"cell_type": "code", "source": "# mine\n" + body("exp", EXP)})
        return [c for c in cells if c.get("id") != "exp"]

    result = rebuilt(submitted(change=anew))
    assert result.answers["exp"] == "# mine\n" + body("exp", EXP)
    assert "another cell that defines it was taken" in result.notes[0]


def test_an_essay_keeps_its_text_and_its_pictures():
    """For the person who grades it."""
    picture = {"a.png": {"image/png": "aGk="}}

    def write(cells):
        named(cells, "essay").update(source="My view. ![](attachment:a.png)", attachments=picture)

    essay = rebuilt(submitted(change=write)).notebook["cells"][-1]
    assert essay["source"].startswith("My view")
    assert essay["attachments"] == picture


def test_a_notebook_of_format_3_is_graded():
    """Its cells lie in a worksheet, its code is called input."""
    cells = [
        {"cell_type": c["cell_type"], "input": c["source"], "metadata": c["metadata"]}
        for c in json.loads(submitted())["cells"]
    ]
    data = json.dumps({"nbformat": 3, "worksheets": [{"cells": cells}]}).encode()
    assert rebuilt(data).answers["exp"] == WRITTEN["exp"]


def test_rebuilding_twice_gives_the_same_bytes():
    """Nothing depends on a set's order or on the time."""

    def messy(cells):
        cells.extend(copy.deepcopy(cells))
        cells.append({"cell_type": "code", "source": "a = 1\nb = 2\n\ndef c(): ..."})

    data = submitted(change=messy)
    assert json.dumps(rebuilt(data).notebook) == json.dumps(rebuilt(data).notebook)
    assert rebuilt(data).notes == rebuilt(data).notes
