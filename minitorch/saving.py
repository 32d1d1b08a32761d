"""Where bodies are kept on disk, one file a slot.

minitorch/student/exp.py            the body as it runs, with its helpers; made by @implement
minitorch/student/previous/exp.py   the version before it
minitorch/student/checked/exp.json  what ``check`` last said of it

A file is replaced in one step, so that a reader finds the old text or the new one, never a part.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from .errors import UnsavableError

PACKAGE = Path(__file__).parent
VARIABLE = "MINITORCH_STUDENT"  # an environment variable that names another folder
WINDOWS = os.name == "nt"
TRIES, PAUSE = 10, 0.05  # seconds; Windows refuses to replace a file that someone has open


def folder() -> Path:
    """The folder of saved bodies; it need not exist yet."""
    if named := os.environ.get(VARIABLE):
        return Path(named).expanduser().absolute()
    clone = os.path.isdir(PACKAGE.parent / "notebooks") and os.access(PACKAGE, os.W_OK)
    return PACKAGE / "student" if clone else Path(os.path.expanduser("~"), ".minitorch")


def path(name: str) -> Path:
    """The file of a slot's body."""
    return folder() / f"{name}.py"


@dataclass(frozen=True)
class Stamp:
    """What changes when a file is written anew: when, how long, and (not on Windows) which file."""

    mtime_ns: int
    size: int
    inode: int

    @classmethod
    def of(cls, stat: os.stat_result) -> Stamp:
        return cls(stat.st_mtime_ns, stat.st_size, stat.st_ino)


def stamp(name: str) -> Stamp | None:
    """The stamp of a slot's file, None where there is none."""
    try:
        return Stamp.of(os.stat(path(name)))
    except OSError:
        return None


def read(name: str) -> str | None:
    """The text of a slot's saved body, None where there is none; another encoding is kept as is."""
    try:
        return path(name).read_text(encoding="utf-8", errors="surrogateescape")
    except FileNotFoundError:
        return None


def save(name: str, text: str) -> Path:
    """Save a body and keep the version before it; UnsavableError if the disk refuses."""
    target = path(name)
    try:
        before = read(name)
        if before is not None and before != text:
            _replace(target.parent / "previous" / target.name, before)
        if before != text:
            _replace(target, text)
    except OSError as error:
        raise UnsavableError(
            f"{name} could not be saved to {target} ({error.strerror or error}); "
            f"set the environment variable {VARIABLE} to a folder that can be written"
        ) from error
    return target


def _replace(target: Path, text: str) -> None:
    """Write a file beside its target and move it there in one step."""
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with open(handle, "w", encoding="utf-8", errors="surrogateescape", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        _move(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _move(source: str, target: Path) -> None:
    for attempt in range(TRIES):
        try:
            os.replace(source, target)
            return
        except PermissionError:
            if not WINDOWS or attempt == TRIES - 1:
                raise
            time.sleep(PAUSE)


@dataclass(frozen=True)
class Check:
    """What ``check`` last said of a slot.

    outcome  "right", "wrong", "raised" or "not attempted"
    message  one line
    when     seconds since 1970
    body     SHA-256 of the saved text that it spoke of, "" if there was none
    """

    outcome: str
    message: str
    when: float
    body: str


def write_check(name: str, outcome: str, message: str = "") -> None:
    """Remember what was said of the body that is saved now, if the disk lets it."""
    check = Check(outcome, message, round(time.time(), 3), _digest(read(name)))
    with contextlib.suppress(OSError):
        _replace(_checked(name), json.dumps(asdict(check), indent=1) + "\n")


def read_check(name: str) -> Check | None:
    """What was last said of the body that is saved now; None if that was of another, or nothing."""
    try:
        check = Check(**json.loads(_checked(name).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    return check if check.body == _digest(read(name)) else None


def _checked(name: str) -> Path:
    return folder() / "checked" / f"{name}.json"


def _digest(text: str | None) -> str:
    return "" if text is None else hashlib.sha256(text.encode()).hexdigest()
