"""Imports point one way, and what a student waits for stays light: read from sys.modules."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# What takes seconds to import, and only some calls need.
SLOW = {"torch", "hypothesis", "matplotlib", "nbgrader", "dask"}

PROBE = """
import importlib, json, sys
missing, *names = sys.argv[1:]
sys.modules.update(dict.fromkeys(missing.split()))
before = set(sys.modules)
for name in names:
    importlib.import_module(name)
print(json.dumps(sorted(set(sys.modules) - before)))
"""


def loaded_by(*modules: str, missing: str = "") -> set[str]:
    """All modules that importing these loads, in a fresh process that lacks the missing ones."""
    assert modules, "nothing to import"
    command = [sys.executable, "-c", PROBE, missing, *modules]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout))


def packages(modules: set[str]) -> set[str]:
    """The top-level packages of these modules."""
    return {name.partition(".")[0] for name in modules}


def under(package: str, modules: set[str]) -> set[str]:
    """Those of the modules that lie in a package, or are it."""
    return {name for name in modules if name == package or name.startswith(f"{package}.")}


def modules_in(folder: str) -> list[str]:
    """The dotted names of all modules in a folder of the project."""
    paths = sorted((ROOT / folder).rglob("*.py"))
    names = (path.relative_to(ROOT).with_suffix("").parts for path in paths)
    return [".".join(name).removesuffix(".__init__") for name in names if "student" not in name]


def third_party(modules: set[str]) -> set[str]:
    """The packages that are neither the standard library's nor the project's own."""
    own = {"minitorch", "autograder"}
    return {name for name in packages(modules) - own if name not in sys.stdlib_module_names}


def test_minitorch_imports_numpy_alone():
    """Every module of minitorch gets by with the standard library and NumPy."""
    assert third_party(loaded_by(*modules_in("minitorch"))) <= {"numpy"}


def test_minitorch_knows_nothing_of_the_autograder():
    """A student's engine stands on its own."""
    assert under("autograder", loaded_by(*modules_in("minitorch"))) == set()


def test_importing_the_packages_costs_numpy_and_little_more():
    """A notebook's first cell loads no oracle."""
    loaded = loaded_by("minitorch", "autograder")
    assert third_party(loaded) <= {"numpy"}
    assert under("autograder", loaded) == {"autograder"}


def test_the_sandbox_sees_numpy_and_minitorch_alone():
    """Beside a student's code there is no oracle, no exercise and no hidden test."""
    loaded = loaded_by(*modules_in("autograder/sandbox"))
    assert third_party(loaded) <= {"numpy"}
    assert under("autograder", loaded) == {"autograder"} | under("autograder.sandbox", loaded)


def test_a_verdict_is_pure_data():
    """It is read with NumPy alone, and the programs that it speaks of."""
    loaded = loaded_by("autograder.verdict")
    assert third_party(loaded) <= {"numpy"}
    assert under("autograder", loaded) <= {
        "autograder",
        "autograder.verdict",
        "autograder.sandbox",
        "autograder.sandbox.program",
    }


def test_the_report_sees_verdicts_alone():
    """Whoever judged, and wherever, the same verdict reads the same."""
    loaded = under("autograder", loaded_by(*modules_in("autograder/report")))
    own = under("autograder.report", loaded)
    assert loaded - own == under("autograder", loaded_by("autograder.verdict"))


# From the bottom up: a layer may import those before it in the list, never those after it.
LAYERS = ["oracles", "exercises", "judge", "course", "cli"]


@pytest.mark.parametrize("layer", LAYERS[:-1])
def test_a_layer_imports_none_above_it(layer: str):
    """command line -> course -> judge -> exercises -> oracles."""
    loaded = loaded_by(*modules_in(f"autograder/{layer}"))
    above = LAYERS[LAYERS.index(layer) + 1 :]
    assert set().union(*(under(f"autograder.{name}", loaded) for name in above)) == set()


@pytest.mark.parametrize(
    "modules",
    [
        ["autograder.check"],
        ["autograder.oracles"],
        modules_in("autograder/judge"),
        ["autograder.cli"],
    ],
    ids=["check", "oracles", "judge", "command line"],
)
def test_slow_libraries_are_loaded_late(modules: list[str]):
    """PyTorch, Hypothesis and nbgrader are imported by the call that needs them."""
    assert packages(loaded_by(*modules)) & SLOW == set()


def test_check_needs_no_judge():
    """A student on Windows checks without the sandbox, which is Linux's."""
    loaded = loaded_by("autograder.check", missing="fcntl resource termios")
    assert under("autograder.judge", loaded) == set()


def test_the_command_line_starts_on_windows():
    """``autograder --help`` and ``doctor`` have an answer where the judge can't run."""
    assert loaded_by("autograder.cli", "autograder.course.doctor", missing="fcntl resource termios")
