"""The reference engine as code without source: what the judge lends to a submission.

``notebooks/build.py`` writes each body as a module of its own, build/reference/<slot>.py; a course
keeps a copy. Compiled, a body has a neutral file name and line numbers that say nothing, and
carries no docstring.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from autograder.sandbox.load import compiled
from minitorch.slots import SLOTS

CLONE = Path(__file__).resolve().parents[2]
VARIABLE = "AUTOGRADER_REFERENCE"  # an environment variable that names the folder


class ReferenceMissingError(FileNotFoundError):
    """No reference engine was found, or not all of it."""


def folder() -> Path:
    """Where the reference bodies lie; in a fresh clone they are made from the lessons first.

    ReferenceMissingError, in an installed copy that has none, says how to make them.
    """
    if given := os.environ.get(VARIABLE):
        return _existing(Path(given).expanduser().absolute())
    made = CLONE / "build" / "reference"
    if not made.is_dir() and (CLONE / "notebooks" / "build.py").is_file():
        command = [sys.executable, "-m", "notebooks.build", "--private"]
        subprocess.run(command, cwd=CLONE, check=True, stdout=subprocess.DEVNULL)
    return _existing(made)


def _existing(path: Path) -> Path:
    if not path.is_dir():
        raise ReferenceMissingError(
            f"no reference engine in {path}; make it with `make build` in a clone of the course, "
            f"or name its folder in {VARIABLE}"
        )
    return path


def codes(where: Path | None = None) -> Mapping[str, bytes]:
    """Every slot's reference body as marshalled code, and those of functions that are no slots."""
    return _codes(folder() if where is None else _existing(where))


@cache
def _codes(where: Path) -> Mapping[str, bytes]:
    missing = [name for name in SLOTS if not (where / f"{name}.py").exists()]
    if missing:
        raise ReferenceMissingError(
            f"{where} lacks {', '.join(missing)}; make it with `make build`"
        )
    files = [path for path in sorted(where.glob("*.py")) if path.stem.isidentifier()]
    return {path.stem: compiled(path.read_text(encoding="utf-8")) for path in files}
