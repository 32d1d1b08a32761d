"""A student at work in JupyterLab, played in a real browser on a copy of the notebooks."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect, sync_playwright

from notebooks.building import copies
from notebooks.building.lesson import read_lesson

pytestmark = pytest.mark.needs_browser

ROOT = Path(__file__).parents[2]
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
PATIENCE = 60_000  # milliseconds; a kernel's first import of PyTorch on a busy machine is slow
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/lab\?token=\w+")

BODY = '''\
@implement
def exp(self):
    """y = e**x, element by element."""
    out = Tensor(np.exp(self.data), _prev=(self,), _op="exp")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + {gradient}

    out._backward = _backward
    return out
'''
RIGHT = BODY.format(gradient="out.data * out.grad")
NO_UPSTREAM = BODY.format(gradient="out.data")


CHECK = 'check("exp")'
# What a stranger's program may do with an exported module: the gradient of exp at [0, ln 3].
USE = """
import sys
import numpy as np
import tensor

x = tensor.Tensor([0.0, np.log(3)], requires_grad=True)
x.exp().backward(np.array([2.0, -1.0]))
assert "minitorch" not in sys.modules
print(*x.grad)
"""


def solution(notebook: str, grade_id: str) -> str:
    """The text of an answer cell as its author would hand it in."""
    lesson = read_lesson(ROOT / "notebooks" / "src" / f"{notebook}.py")
    cells = copies.solved(lesson).cells
    (cell,) = [c for c in cells if c.metadata.get("nbgrader", {}).get("grade_id") == grade_id]
    return cell.source


@dataclass
class Lab:
    """A running JupyterLab: its address, and the folders that it works in."""

    address: str
    notebooks: Path
    student: Path

    def open(self, page: Page, name: str) -> Notebook:
        """Open a notebook from the list of files, as one does."""
        page.goto(self.address)
        page.locator(".jp-DirListing-item", has_text=f"{name}.ipynb").dblclick()
        return Notebook(page)


class Notebook:
    """The notebook that a tab of the browser shows."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.panel = page.locator(".jp-NotebookPanel:visible")
        self.wait_for_kernel()

    def wait_for_kernel(self) -> None:
        """Wait until the kernel is there and has nothing to do: what runs before that is lost."""
        expect(self.page.locator("#jp-main-statusbar")).to_contain_text("| Idle")

    def cell(self, line: str) -> Locator:
        """The one code cell that has this line."""
        text = re.compile(f"^{re.escape(line)}$")
        written = self.page.locator(".cm-line", has_text=text)
        return self.panel.locator(".jp-CodeCell").filter(has=written)

    def write(self, line: str, text: str) -> None:
        """Replace a cell's text with this and run it."""
        self.cell(line).locator(".cm-content").click()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(text)
        self.run(line)

    def run(self, line: str) -> Locator:
        """Run a cell and wait until it is done; returns its output."""
        cell = self.cell(line)
        cell.locator(".cm-content").click()
        number = cell.locator(".jp-InputPrompt")
        before = number.inner_text()
        self.page.keyboard.press("Control+Enter")
        expect(number).not_to_have_text(before)
        expect(number).to_have_text(re.compile(r"\[\d+\]"))
        return cell.locator(".jp-OutputArea")

    def restart(self) -> None:
        """Restart the kernel from the menu, so that nothing is left of what ran."""
        self.page.get_by_role("menuitem", name="Kernel", exact=True).click()
        entry = re.compile("^Restart Kernel and Clear Outputs of All Cells…$")
        self.page.locator(".lm-Menu-itemLabel", has_text=entry).click()
        with self.page.expect_response(re.compile("/api/kernels/.+/restart")):
            self.page.locator(".jp-Dialog .jp-mod-accept").click()
        self.wait_for_kernel()

    def save(self) -> None:
        """Save the notebook and wait until it is on the disk."""
        self.page.keyboard.press("Control+S")
        expect(self.page.locator(".lm-mod-current.jp-mod-dirty")).to_have_count(0)


def _environment(home: Path) -> dict[str, str]:
    """An environment in which nobody's own Jupyter settings, nor saved bodies, play a part."""
    settings = home / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    (settings / "notification.jupyterlab-settings").write_text(
        '{"fetchNews": "false", "checkForUpdates": false}', encoding="utf-8"
    )
    folders = {
        "IPYTHONDIR": "ipython",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "MINITORCH_STUDENT": "student",
    }
    paths = {name: str(home / folder) for name, folder in folders.items()}
    return os.environ | paths | {"PYTHONPATH": str(ROOT)}


def exported_gradient(lab: Lab) -> list[float]:
    """What the student's exported library answers in a process that has nothing else."""
    folder = lab.student.parent
    environment = os.environ | {"MINITORCH_STUDENT": str(lab.student), "PYTHONPATH": str(ROOT)}
    export = [sys.executable, "-m", "minitorch", "export", "tensor.py"]
    subprocess.run(export, cwd=folder, env=environment, check=True)
    answer = subprocess.check_output([sys.executable, "-c", USE], cwd=folder, encoding="utf-8")
    return [float(number) for number in answer.split()]


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """JupyterLab on a copy of the students' notebooks, with a student who has written nothing."""
    home = tmp_path_factory.mktemp("lab")
    notebooks = home / "notebooks"
    notebooks.mkdir()
    for path in ROOT.glob("notebooks/*.ipynb"):
        shutil.copy(path, notebooks)
    options = ["--no-browser", "--allow-root", "--port=0", f"--ServerApp.root_dir={notebooks}"]
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", *options],
        cwd=home,
        env=_environment(home),
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    with server, server.stderr as log:
        found = next(filter(None, map(ADDRESS.search, log)), None)
        assert found, f"JupyterLab ended with exit code {server.wait()}"
        drain = threading.Thread(target=lambda: [None for _ in log])
        drain.start()  # a full pipe would stop the server
        yield Lab(found.group(), notebooks, home / "student")
        server.terminate()
        drain.join()


@pytest.fixture
def browser(chromium: str, tmp_path: Path) -> Iterator[BrowserContext]:
    """A browser with no history; a picture of every page is left beside the test's files."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        context = browser.new_context(viewport={"width": 1280, "height": 1000})
        context.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        yield context
        for number, page in enumerate(context.pages, 1):
            page.screenshot(path=tmp_path / f"page-{number}.png")
        browser.close()


@pytest.fixture
def _backward_is_written(lab: Lab, browser: BrowserContext) -> None:
    """The student has worked through 01, and closed it."""
    notebook = lab.open(browser.new_page(), "01-tensor")
    notebook.run("import minitorch")
    notebook.write("def backward(self, gradient=None):", solution("01-tensor", "backward"))
    notebook.save()
    notebook.page.close()


@pytest.fixture
def first_tab(lab: Lab, browser: BrowserContext) -> Notebook:
    """A tab with 02, its first cell run."""
    notebook = lab.open(browser.new_page(), "02-elementwise")
    notebook.run("import minitorch")
    return notebook


@pytest.mark.usefixtures("_backward_is_written")
def test_a_body_is_checked_and_kept(lab: Lab, browser: BrowserContext, first_tab: Notebook):
    """A wrong exp is explained, a right one passes, a restart and a second tab find it there."""
    first_tab.write("def exp(self):", NO_UPSTREAM)
    report = first_tab.run(CHECK)
    expect(report).to_contain_text("wrong")
    expect(report).to_contain_text("upstream")
    report.screenshot(path=lab.notebooks.parent / "wrong.png")

    first_tab.write("def exp(self):", RIGHT)
    expect(first_tab.run(CHECK)).to_contain_text("right")
    first_tab.save()

    first_tab.restart()
    first_tab.run("import minitorch")
    expect(first_tab.run(CHECK)).to_contain_text("right")

    second_tab = lab.open(browser.new_page(), "02-elementwise")
    expect(second_tab.cell("def exp(self):")).to_contain_text("out.data * out.grad")
    expect(second_tab.run(CHECK)).to_contain_text("right")
    assert exported_gradient(lab) == pytest.approx([2.0, -3.0])


def test_another_notebook_takes_up_a_body_written_anew(
    lab: Lab, browser: BrowserContext, first_tab: Notebook
):
    """A kernel that was running all along says so, and runs the new body from its next cell on."""
    first_tab.write("def exp(self):", RIGHT)
    other = lab.open(browser.new_page(), "03-gradcheck")
    other.run("import minitorch")
    other.run("import numpy as np")  # bodies are brought in before the first cell that needs one

    first_tab.page.bring_to_front()
    first_tab.write("def exp(self):", NO_UPSTREAM)
    other.page.bring_to_front()
    expect(other.run("import minitorch")).to_contain_text("exp was rewritten by another notebook")
