"""The command: python notebooks/build.py [--check] [--private] [names ...]."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from notebooks import build

COMMITTED = [
    "autograder/exercises/quiz.json",
    "minitorch/stubs.json",
    "notebooks/02-elementwise.ipynb",
]
PRIVATE = [
    "build/reference/exp.py",
    "build/reference/slope.py",
    "build/solved/02-elementwise.ipynb",
    "build/source/02-elementwise.ipynb",
]


def made(clone: Path) -> list[str]:
    """The files of a clone, sources left out."""
    files = (path.relative_to(clone) for path in clone.rglob("*") if path.is_file())
    return sorted(path.as_posix() for path in files if "src" not in path.parts)


def run(cell: dict, metadata: dict) -> None:
    """Leave the trace that JupyterLab leaves when a cell runs."""
    cell["execution_count"] = 1


def edit(cell: dict, metadata: dict) -> None:
    """Type into an answer."""
    cell["source"].append("\n    return self")


def save(cell: dict, metadata: dict) -> None:
    """Leave the trace that JupyterLab leaves when it saves a notebook."""
    metadata["language_info"]["version"] = "3.13.1"


def test_it_makes_every_derived_file(clone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One command, from the sources alone; the second run changes nothing."""
    assert build.main([], clone) == 0
    assert made(clone) == sorted(COMMITTED + PRIVATE)
    assert capsys.readouterr().out == "7 files built, 7 changed\n"
    assert build.main([], clone) == 0
    assert capsys.readouterr().out == "7 files built, 0 changed\n"


def test_private_leaves_the_students_notebooks_be(clone: Path) -> None:
    """Tests and courses need build/; a student's clone may hold a student's work."""
    assert build.main(["--private"], clone) == 0
    assert made(clone) == PRIVATE


def test_names_choose_the_notebooks_that_are_written(clone: Path) -> None:
    """The other notebooks stay as they are."""
    other = clone / "notebooks" / "src" / "99-other.py"
    other.write_text("# %% [markdown]\n# # 99 Other\n", encoding="utf-8")
    assert build.main(["99-other"], clone) == 0
    assert [path.name for path in (clone / "notebooks").glob("*.ipynb")] == ["99-other.ipynb"]


def test_an_unknown_name_is_a_usage_error(clone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says which names there are."""
    assert build.main(["02-elementwize"], clone) == 2
    assert capsys.readouterr().err == "no notebook 02-elementwize; there are 02-elementwise\n"


def test_check_finds_nothing_after_a_build(clone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 0, nothing said, nothing written."""
    build.main([], clone)
    capsys.readouterr()
    assert build.main(["--check"], clone) == 0
    assert capsys.readouterr().out == ""


def test_check_lists_every_file_that_differs(
    clone: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A changed byte, a missing file and a notebook without a source are three kinds of drift."""
    build.main([], clone)
    (clone / COMMITTED[0]).unlink()
    (clone / COMMITTED[2]).write_bytes((clone / COMMITTED[2]).read_bytes() + b"\n")
    (clone / "notebooks" / "03-old.ipynb").write_text("{}", encoding="utf-8")
    capsys.readouterr()
    before = made(clone)
    assert build.main(["--check"], clone) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[:-1] == [
        f"{COMMITTED[0]} is missing",
        f"{COMMITTED[2]} differs",
        "notebooks/03-old.ipynb has no source",
    ]
    assert said[-1] == "run python notebooks/build.py, and edit notebooks/src alone"
    assert made(clone) == before


def test_a_faulty_source_stops_the_build(
    clone: Path, tiny: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every fault on stderr, in characters any console has; nothing is written."""
    source = clone / "notebooks" / "src" / "02-elementwise.py"
    faulty = tiny.replace("raises=true", 'raise="é"').replace("points=2", "points=-2")
    source.write_text(faulty, encoding="utf-8")
    assert build.main([], clone) == 2
    said = capsys.readouterr().err
    assert [line.rpartition(".py:")[2].partition(":")[0] for line in said.splitlines()] == [
        "35",
        "83",
    ]
    assert said.isascii()
    assert made(clone) == []


def test_a_leak_stops_the_build(clone: Path, tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A solution spelt out in another cell is found before anybody is shown it."""
    source = clone / "notebooks" / "src" / "02-elementwise.py"
    leaky = tiny + "\n# %% [markdown]\n# Hint:\n#\n#     q02_slope = 1.0\n"
    source.write_text(leaky, encoding="utf-8")
    assert build.main([], clone) == 2
    assert "essay_02-1 has the solution of 'q02_slope'" in capsys.readouterr().err
    assert made(clone) == []


@pytest.mark.parametrize("work", [run, edit, save])
def test_a_notebook_that_somebody_worked_in_is_kept(
    clone: Path, capsys: pytest.CaptureFixture[str], work: Callable[[dict, dict], None]
) -> None:
    """Nobody loses work to a build, however often it is run."""
    build.main([], clone)
    path = clone / "notebooks" / "02-elementwise.ipynb"
    for number in (1, 2):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        work(next(x for x in notebook["cells"] if x["id"] == "exp"), notebook["metadata"])
        path.write_text(json.dumps(notebook), encoding="utf-8")
        worked_in = path.read_bytes()
        capsys.readouterr()
        build.main([], clone)
        kept = f"kept/02-elementwise-{number}.ipynb"
        assert f"had been worked in: kept as {kept} beside it" in capsys.readouterr().out
        assert (clone / "notebooks" / kept).read_bytes() == worked_in


def test_what_is_no_notebook_is_kept_too(clone: Path) -> None:
    """A half-written file may be all there is of somebody's work."""
    (clone / "notebooks" / "02-elementwise.ipynb").write_bytes(b"\xff{")
    build.main([], clone)
    assert (clone / "notebooks" / "kept" / "02-elementwise-1.ipynb").read_bytes() == b"\xff{"


def test_a_build_over_a_build_keeps_nothing(clone: Path, tiny: str) -> None:
    """An author rebuilds all day."""
    build.main([], clone)
    source = clone / "notebooks" / "src" / "02-elementwise.py"
    source.write_text(tiny.replace("return 2 * value", "return value + value"), encoding="utf-8")
    build.main([], clone)
    assert not (clone / "notebooks" / "kept").exists()


def test_what_no_source_makes_any_more_leaves_build(clone: Path) -> None:
    """A slot that was renamed leaves no reference body behind."""
    build.main([], clone)
    (clone / "build" / "reference" / "old.py").write_text("", encoding="utf-8")
    build.main([], clone)
    assert made(clone) == sorted(COMMITTED + PRIVATE)


def test_every_committed_file_is_what_the_build_makes() -> None:
    """``--check`` on this clone, without torch or Hypothesis, in a process of its own."""
    late = "torch", "hypothesis"
    program = (
        "import sys; from notebooks import build; code = build.main(['--check']); "
        f"print([name for name in {late} if name in sys.modules]); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=build.ROOT, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr, done.returncode) == ("[]\n", "", 0)
