"""What was handed in, kept to ordinary files: links, pipes and devices are set aside unread.

nbgrader reads a submission's notebooks and copies all that lies beside them. A link would hand in
another student's work, or bring the course's own files into the feedback; a pipe would never end,
and a file that is mostly holes would fill the disk.
"""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from autograder.judge.submission import LARGEST

ASIDE = "set-aside"  # beside submitted/
log = logging.getLogger("traitlets")


def set_aside(root: Path, folder: Path) -> list[Path]:
    """Move what is no ordinary file out of a submission; what was moved.

    root    the course's folder; what is moved goes into ``set-aside/STUDENT/ASSIGNMENT``
    folder  what one student handed in for one assignment, below ``submitted/``

    A notebook leaves an empty file behind, so that the submission is graded like any other.
    """
    inside = [folder] if folder.is_symlink() else list(_odd(folder))
    for path in inside:
        target = _free(root / ASIDE / path.relative_to(folder.parents[1]))
        target.parent.mkdir(parents=True, exist_ok=True)
        log.warning("%s is no ordinary file: moved to %s", path, target)
        os.replace(path, target)
        if path == folder:
            folder.mkdir()
            (folder / f"{folder.name}.ipynb").touch()
        elif _is_notebook(path, folder):
            path.touch()
    return inside


def _odd(folder: Path) -> Iterator[Path]:
    """Everything in a folder that is neither a folder nor an ordinary file of ordinary size."""
    for where, folders, files in os.walk(folder):
        odd = [p for p in (Path(where, n) for n in [*folders, *files]) if _is_odd(p, folder)]
        folders[:] = [name for name in folders if Path(where, name) not in odd]
        yield from odd


def _is_odd(path: Path, folder: Path) -> bool:
    found, notebook = path.lstat(), _is_notebook(path, folder)
    if stat.S_ISREG(found.st_mode):
        return found.st_size > LARGEST and not notebook  # a notebook is read in part
    return notebook or not stat.S_ISDIR(found.st_mode)


def _is_notebook(path: Path, folder: Path) -> bool:
    """Whether nbgrader takes it for one of the submission's notebooks."""
    return path.suffix == ".ipynb" and path.parent == folder


def _free(path: Path) -> Path:
    """The path, or one like it that nothing has yet."""
    while os.path.lexists(path):
        path = path.with_name(f"{path.name}~")
    return path
