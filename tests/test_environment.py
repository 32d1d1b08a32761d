"""constraints.txt, environment.yml, pyproject.toml and what is installed name the same versions."""

import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CONDA = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
CONDA_PIP = CONDA[-1]["pip"]
# Brought by pip and venv themselves.
UNPINNED = {"pip"}


def _requirements(lines: list[str]) -> dict[str, Requirement]:
    parsed = [Requirement(line) for line in lines if line and not line.startswith(("#", "-"))]
    named = {canonicalize_name(requirement.name): requirement for requirement in parsed}
    assert len(named) == len(parsed), "a package stands there twice"
    return named


def _pins(lines: list[str]) -> dict[str, str]:
    return {name: str(requirement.specifier) for name, requirement in _requirements(lines).items()}


PINS = _pins((ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines())


def _declared(*extras: str) -> dict[str, Requirement]:
    optional = PROJECT["optional-dependencies"]
    lines = [line for extra in extras or optional for line in optional[extra]]
    return _requirements(PROJECT["dependencies"] + lines)


def _installed(name: str) -> str | None:
    """The version installed here; None for a package of another platform."""
    try:
        return Version(distribution(name).version).public
    except PackageNotFoundError:
        return None


def _needed_by(name: str, extras: set[str]) -> list[Requirement]:
    """What a package needs, on any platform, at this Python."""
    lines = distribution(name).requires or [] if _installed(name) else []
    needed = []
    for requirement in map(Requirement, lines):
        marker = requirement.marker
        asked = [{"extra": extra} for extra in extras or {""}]
        platform = "extra" not in str(marker) and "python_version" not in str(marker)
        if marker is None or platform or any(map(marker.evaluate, asked)):
            needed.append(requirement)
    return needed


def _closure() -> set[str]:
    """Every package that the project needs, directly or not."""
    waiting = list(_declared().values())
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        requirement = waiting.pop()
        key = canonicalize_name(requirement.name), frozenset(requirement.extras)
        if key not in seen:
            seen.add(key)
            waiting += _needed_by(requirement.name, requirement.extras)
    return {name for name, _ in seen} - UNPINNED


def test_every_pin_is_exact():
    """A constraint other than ``==`` would let two installs differ."""
    assert {name: pin for name, pin in PINS.items() if not pin.startswith("==")} == {}


def test_everything_needed_is_pinned():
    """No package that the course pulls in, on any platform, is left to chance."""
    assert _closure() - PINS.keys() == set()


def test_nothing_else_is_pinned():
    """A pin outlives the package that needed it only unseen."""
    assert PINS.keys() - _closure() == set()


def test_what_is_installed_is_what_is_pinned():
    """The tests ran on the pinned versions; PyTorch's tag (+cpu) names a build of the same."""
    installed = {name: _installed(name) for name in PINS}
    here = {name: f"=={version}" for name, version in installed.items() if version}
    assert here == {name: PINS[name] for name in here}


def test_pins_are_what_pyproject_allows():
    """The lower bounds in pyproject.toml admit the pinned versions."""
    for name, requirement in _declared().items():
        assert requirement.specifier.contains(PINS[name].removeprefix("=="))


def test_conda_installs_what_the_course_needs():
    """environment.yml lists the course's own dependencies, all of them, and the project."""
    assert _requirements(CONDA_PIP).keys() == _declared("course").keys()
    assert "--editable ." in CONDA_PIP


def test_conda_has_the_same_pins():
    """What conda and Binder install is what pip and CI install."""
    pins = _pins(CONDA_PIP)
    assert pins == {name: PINS[name] for name in pins}
    assert "--constraint constraints.txt" in CONDA_PIP


def test_conda_has_a_python_that_the_project_accepts():
    """The conda environment's Python satisfies requires-python."""
    python = next(line for line in CONDA if str(line).startswith("python="))
    assert Requirement(f"python{PROJECT['requires-python']}").specifier.contains(
        python.removeprefix("python=")
    )
