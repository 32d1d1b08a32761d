"""What is filled and missing, and what ``check`` last said of it."""

from __future__ import annotations

import time

from . import saving
from .loading import is_saved
from .slots import SLOTS, Slot, attached

WIDTH = 100  # columns


def record_check(name: str, outcome: str, message: str = "") -> None:
    """Remember what ``check`` said of a slot; nothing is kept of a body that is not saved.

    outcome  "right", "wrong", "raised" or "not attempted"
    message  one line
    """
    if is_saved(name):
        saving.write_check(name, outcome, message)


def failing() -> list[str]:
    """The slots whose saved body cannot be loaded, or did not pass its last check."""
    return [
        name for name in SLOTS if _body(name) == "broken" or _outcome(name) not in ("", "right")
    ]


def table() -> str:
    """One line a slot, in the order of the notebooks, and where the bodies are kept."""
    filled = [name for name in SLOTS if _body(name) == "filled"]
    rows = [("slot", "notebook", "body", "last check"), *map(_row, SLOTS.values())]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip()[:WIDTH] for row in rows]
    return "\n".join(
        [*lines, "", f"{len(filled)} of {len(SLOTS)} slots filled; saved in {saving.folder()}"]
    )


def _row(slot: Slot) -> tuple[str, str, str, str]:
    check = saving.read_check(slot.name)
    if check is None:
        said = "not yet" if _body(slot.name) == "filled" else "-"
    else:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(check.when))
        said = ", ".join(part for part in (check.outcome, when, check.message) if part)
    return slot.name, slot.notebook, _body(slot.name), said


def _body(name: str) -> str:
    if attached(name) is not None:
        return "filled"
    return "missing" if saving.stamp(name) is None else "broken"


def _outcome(name: str) -> str:
    check = saving.read_check(name)
    return check.outcome if check else ""
