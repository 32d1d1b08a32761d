"""A clean process that draws examples, as seen by whoever asks it.

Importing PyTorch and Hypothesis takes far longer than drawing, so one process draws as long as its
:class:`Drawer` is open. A line of JSON goes in, and one comes back when all files are written.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import weakref
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .examples import Request

ROOT = Path(__file__).resolve().parents[2]
DRAWN_BY = (  # below ROOT
    *("autograder/exercises", "autograder/verdict.py", "minitorch/datasets.py"),
    *(f"autograder/oracles/{name}.py" for name in ("budget", "probes", "pytorch", "verdicts")),
    *("autograder/sandbox/program.py", "autograder/sandbox/given.py"),
)
CODE = (
    f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
    "from autograder.judge.drawing import main; main()"
)


class DrawError(RuntimeError):
    """The examples could not be drawn: PyTorch or Hypothesis is missing, or an oracle broke."""


class CrashedError(DrawError):
    """The process that draws ended before it answered."""


@cache
def drawing_code() -> str:
    """A hash of the modules that decide what is drawn and what is right."""
    found = hashlib.sha256()
    for part in DRAWN_BY:
        path = ROOT / part
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            found.update(f"{file.relative_to(ROOT)}\0".encode())
            found.update(file.read_bytes())
    return found.hexdigest()


class Drawer:
    """Started when it is first asked; ends with its ``with`` block, or else with this process."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._code = ""

    def __enter__(self) -> Drawer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def draw(self, requests: Sequence[Request], folder: Path) -> None:
        """Draw, and write the files below ``folder``; DrawError with what was said if it fails.

        A process that crashed says nothing of the requests, so another one is tried.
        """
        order = json.dumps({"folder": str(folder), "requests": [r.as_json() for r in requests]})
        try:
            self._ask(order)
        except CrashedError:
            self._ask(order)

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._end()
            self._process = None

    def _ask(self, order: str) -> None:
        drawing_code.cache_clear()  # whoever works on the course may have changed it meanwhile
        if self._code != drawing_code():
            self.close()
        process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        answer = ""
        try:
            process.stdin.write(order + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except BrokenPipeError:
            pass
        finally:
            if not answer:  # it crashed, or this process was interrupted and an answer is to come
                *_, words = ["the process crashed", *self._stderr.read_text("utf-8").splitlines()]
                self.close()
        if not answer:
            raise CrashedError(f"drawing examples failed: {words}")
        if error := json.loads(answer)["error"]:
            raise DrawError(f"drawing examples failed: {error}")

    def _start(self) -> subprocess.Popen[str]:
        self._code = drawing_code()
        home = TemporaryDirectory(prefix="autograder-draw-")
        self._stderr = Path(home.name) / "stderr"
        with self._stderr.open("wb") as stderr:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-W", "ignore", "-c", CODE],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                encoding="utf-8",
                cwd=home.name,
                env=_clean_environment(home.name),
            )
        self._end = weakref.finalize(self, _end, self._process, home)
        return self._process


def _end(process: subprocess.Popen[str], home: TemporaryDirectory[str]) -> None:
    with suppress(BrokenPipeError), process:  # waits, and closes the pipes
        process.kill()
    home.cleanup()


def _clean_environment(home: str) -> dict[str, str]:
    """This process's, without what would change an import or a hash."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "HYPOTHESIS"))}
    return {**kept, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "HOME": home}
