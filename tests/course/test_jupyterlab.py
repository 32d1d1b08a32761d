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

pytestmark = pytest.mark.needs_browser

ROOT = Path(__file__).parents[2]
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
PATIENCE = 10_000  # milliseconds; a kernel's first import of PyTorch on a busy machine is slow
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
        expect(self.page.locator(".jp-Document.jp-mod-dirty, .jp-mod-dirty")).to_have_count(0)


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
    return os.environ | {name: str(home / folder) for name, folder in folders.items()}


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
        yield context
        for number, page in enumerate(context.pages, 1):
            page.screenshot(path=tmp_path / f"page-{number}.png")
        browser.close()


def test_a_body_is_checked_and_kept(lab: Lab, browser: BrowserContext):
    """A wrong exp is explained, a right one passes, a restart and a second tab find it there."""
    notebook = lab.open(browser.new_page(), "02-elementwise")
    notebook.run("import math")
    notebook.write("def exp(self):", NO_UPSTREAM)
    expect(notebook.run('check("exp")')).to_contain_text("upstream")

    notebook.write("def exp(self):", RIGHT)
    expect(notebook.run('check("exp")')).to_contain_text("right")
    notebook.save()

    notebook.restart()
    notebook.run("import math")
    expect(notebook.run('check("exp")')).to_contain_text("right")

    again = lab.open(browser.new_page(), "02-elementwise")
    expect(again.cell("def exp(self):")).to_contain_text("out.data * out.grad")
    expect(again.run('check("exp")')).to_contain_text("right")
