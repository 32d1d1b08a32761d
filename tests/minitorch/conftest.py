"""What the tests of minitorch share: empty slots, the reference bodies, a shell of IPython."""

import atexit
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from minitorch import loading, slots
from notebooks.building import derived
from notebooks.building.course import read_course

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def empty_slots(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every test starts with empty slots and nothing loaded, and leaves no body behind."""
    monkeypatch.setattr(loading, "_seen", {})
    monkeypatch.setattr(loading, "_saved", {})
    with slots.attachments({}, only=True):
        yield


@pytest.fixture(scope="session")
def reference() -> dict[str, str]:
    """The reference bodies: the text of a module for each slot."""
    lessons = read_course(ROOT / "notebooks" / "src")
    found = {name: text for lesson in lessons for name, text in derived.reference(lesson).items()}
    return {name: found[name] for name in slots.SLOTS}


@pytest.fixture
def engine(reference: dict[str, str]) -> Iterator[None]:
    """The reference bodies in their slots."""
    bodies = {name: loading.load(name, text) for name, text in reference.items()}
    with slots.attachments(bodies):
        yield


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Run a cell in a shell of IPython, as a notebook does; the answer is what it printed."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    main = sys.modules["__main__"]
    config = Config({"HistoryManager": {"enabled": False}})
    shell = InteractiveShell.instance(config=config, ipython_dir=str(tmp_path))
    shell.colors = "nocolor"

    def run_cell(text: str, store_history: bool = True) -> str:
        capsys.readouterr()
        shell.run_cell(text, store_history=store_history)
        return capsys.readouterr().out

    run_cell("import numpy as np\nfrom minitorch import Tensor, implement")
    yield run_cell
    atexit.unregister(shell.atexit_operations)
    InteractiveShell.clear_instance()
    sys.modules["__main__"] = main


@pytest.fixture(scope="session")
def released_stubs() -> dict[str, str]:
    """The answer cells of the students' notebooks, by slot."""
    import nbformat

    cells = {
        cell.metadata.get("nbgrader", {}).get("grade_id"): cell.source
        for path in sorted((ROOT / "notebooks").glob("*.ipynb"))
        for cell in nbformat.read(path, as_version=4).cells
    }
    return {name: cells[name] for name in slots.SLOTS if name in cells}
