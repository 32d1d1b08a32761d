"""What all tests share: a folder of their own for saved bodies, and what to do without Chromium.

A test marked ``needs_sandbox`` or ``needs_browser`` is left out where its system program is
missing; the summary then says how many wait for what. ``--require-system`` runs them regardless.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

# Two workers share two cores: threads of torch and OpenBLAS would only wait for one another.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def find_chromium() -> str | None:
    """Path of a Chromium or Chrome on this machine, if there is one."""
    mac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
    names = ("chromium", "chromium-browser", "google-chrome", mac)
    return next(filter(None, map(shutil.which, names)), None)


def sandbox_works() -> bool:
    """True if the judge can run a body in the sandbox here."""
    from autograder.judge import bwrap

    return bwrap.available()[0]


@dataclass(frozen=True)
class Program:
    """A system program that some tests need: how to see that it works, and what to install."""

    works: Callable[[], object]
    install: str


PROGRAMS = {
    "needs_browser": Program(find_chromium, "chromium"),
    "needs_sandbox": Program(sandbox_works, "bubblewrap"),
}
ALONE = ("tests/notebooks/test_released.py", "tests/notebooks/test_solved.py")
LEFT_OUT = pytest.StashKey[dict[str, int]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--require-system``, which CI uses."""
    parser.addoption(
        "--require-system",
        action="store_true",
        help="run the tests that need bubblewrap or Chromium even where these are missing",
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """A file's tests go to one worker, as what they set up is shared; a notebook's run goes alone.

    Ten notebooks in a row would keep one worker busy long after the others have ended.
    """
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return nodeid if nodeid.startswith(ALONE) else super()._split_scope(nodeid)

    return Scheduling(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests whose system program does not work here, and count them."""
    left_out = config.stash.setdefault(LEFT_OUT, {})
    if config.getoption("--require-system"):
        return
    for mark, program in PROGRAMS.items():
        waiting = [item for item in items if item.get_closest_marker(mark)]
        if waiting and not program.works():
            items[:] = [item for item in items if item not in waiting]
            config.hook.pytest_deselected(items=waiting)
            left_out[mark] = len(waiting)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand a worker's counts to the process that writes the summary."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = session.config.stash.get(LEFT_OUT, {})


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error) -> None:
    """Take a worker's counts; every worker collects all tests, so one worker's are everyone's."""
    left_out = getattr(node, "workeroutput", {}).get("left_out", {})
    node.config.stash.setdefault(LEFT_OUT, {}).update(left_out)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the course's stop rule, and say which tests did not run and what to install."""
    _print_stop_rule(terminalreporter)
    left_out = terminalreporter.config.stash.get(LEFT_OUT, {})
    if left_out:
        terminalreporter.section("left out on this machine", yellow=True)
    for mark, number in left_out.items():
        program = PROGRAMS[mark].install
        terminalreporter.line(f"{number} tests marked {mark} wait for {program}: please install it")


@pytest.fixture(scope="session")
def chromium() -> str | None:
    """Path of the browser, for the tests marked ``needs_browser``."""
    return find_chromium()


def _print_stop_rule(terminalreporter: pytest.TerminalReporter) -> None:
    """What the tests of the stop rule recorded, whether they passed or not."""
    reports = [report for reports in terminalreporter.stats.values() for report in reports]
    properties = [p for report in reports for p in getattr(report, "user_properties", ())]
    lines = sorted({said for name, said in properties if name == "stop rule"})
    if lines:
        terminalreporter.section("the course's stop rule")
    for line in lines:
        terminalreporter.line(line)


_numbers = count()


@pytest.fixture(scope="session")
def reference_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The reference bodies, one file a slot or function, taken from the lessons' answer cells."""
    from notebooks.building import derived
    from notebooks.building.lesson import read_lesson

    folder = tmp_path_factory.mktemp("reference")
    for path in sorted((Path(__file__).parents[1] / "notebooks" / "src").glob("*.py")):
        for name, text in derived.reference(read_lesson(path)).items():
            (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(autouse=True, scope="module")
def own_surroundings() -> Iterator[None]:
    """What a module's tests change of the environment and the folder they work in ends with them.

    Grading in this process changes both, and what other tests start would inherit it.
    """
    environment, folder = os.environ.copy(), Path.cwd()
    yield
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)


@pytest.fixture(autouse=True)
def own_saved_bodies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for saved bodies that is this test's alone; it is made when something is saved."""
    before = os.environ.get("MINITORCH_STUDENT")
    folder = tmp_path_factory.getbasetemp() / f"student-{next(_numbers)}"
    os.environ["MINITORCH_STUDENT"] = str(folder)
    yield folder
    if before is None:
        del os.environ["MINITORCH_STUDENT"]
    else:
        os.environ["MINITORCH_STUDENT"] = before
