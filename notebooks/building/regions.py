"""What is marked in a cell: nbgrader's ``### BEGIN SOLUTION`` and ``### BEGIN HIDDEN TESTS``."""

from __future__ import annotations

import re
from dataclasses import dataclass

SOLUTION = "SOLUTION"
HIDDEN = "HIDDEN TESTS"
_MARKER = re.compile(rf"^\s*#+ (BEGIN|END) ({SOLUTION}|{HIDDEN})\s*$")
# nbgrader looks for these words anywhere in a line: such a line is a marker or a slip.
_WORDS = re.compile(r"(BEGIN|END) (SOLUTION|HIDDEN TESTS|MARK SCHEME)|AUTOTEST")


class MarkerError(ValueError):
    """A marker without its partner, or one that is misspelt; ``line`` counts from 1 in the cell."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True)
class Region:
    """The lines between two markers; ``first`` is the first of them, counted from 1 in the cell."""

    kind: str
    first: int
    text: str

    @property
    def is_empty(self) -> bool:
        """Whether it holds nothing but blank lines and comments."""
        return all(line.strip()[:1] in ("", "#") for line in self.text.split("\n"))


def regions(text: str) -> list[Region]:
    """The regions of a cell, in order; MarkerError where markers do not pair up."""
    found: list[Region] = []
    lines = text.split("\n")
    opened: tuple[int, str] | None = None
    for number, line in enumerate(lines, start=1):
        marker = _marker(number, line)
        if marker is None:
            continue
        word, kind = marker
        if word == "BEGIN":
            if opened:
                raise MarkerError(
                    number, f"BEGIN {kind} inside the {opened[1]} of line {opened[0]}"
                )
            opened = (number, kind)
        elif opened is None or opened[1] != kind:
            raise MarkerError(number, f"END {kind} without its BEGIN {kind}")
        else:
            found.append(Region(kind, opened[0] + 1, "\n".join(lines[opened[0] : number - 1])))
            opened = None
    if opened:
        raise MarkerError(opened[0], f"BEGIN {opened[1]} without its END {opened[1]}")
    return found


def without_markers(text: str) -> str:
    """The cell as a person would have written it: both kinds of region in, their markers out."""
    return "\n".join(line for line in text.split("\n") if not _MARKER.match(line))


def without_regions(text: str, kind: str) -> str:
    """The cell's lines outside the regions of one kind, markers left out too."""
    inside = {
        number
        for region in regions(text)
        if region.kind == kind
        for number in range(region.first, region.first + region.text.count("\n") + 1)
    }
    lines = enumerate(text.split("\n"), start=1)
    return "\n".join(x for number, x in lines if number not in inside and not _MARKER.match(x))


def _marker(number: int, line: str) -> tuple[str, str] | None:
    """(BEGIN or END, kind) if the line is a marker; MarkerError if it only looks like one."""
    match = _MARKER.match(line)
    if match:
        return match[1], match[2]
    if _WORDS.search(line):
        raise MarkerError(
            number,
            f"nbgrader takes this line for a marker: {line.strip()!r}; "
            "write ### BEGIN SOLUTION or ### BEGIN HIDDEN TESTS on a line of its own",
        )
    return None
