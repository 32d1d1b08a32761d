"""A submitted file read as cells, whatever it is: any schema, any damage, no notebook at all."""

from __future__ import annotations

import bisect
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any

LARGEST = 16 * 2**20  # bytes of a file, JSON takes up to 40 times that in memory; figures: 10 MiB
MOST_CELLS = 5_000  # the longest lesson has about 100
LONGEST_TEXT = 500_000  # characters of one cell
MOST_TEXT = 2**20  # characters of code and answers; a solved notebook has 0.05 M
MOST_BLANKS, MOST_LINES = 200, 50  # in a row: blanks, and lines that hold nothing else
LONGEST_ATTACHMENT = 8 * 2**20  # characters of the pictures in one cell, base64

_BLANKS = re.compile(rf"[^\S\n]{{{MOST_BLANKS},}}")
_LINES = re.compile(rf"(?:[^\S\n]*\n){{{MOST_LINES},}}")
_MARK = re.compile(r"(### (?:BEGIN|END)) HIDDEN")


@dataclass(frozen=True)
class Cell:
    """One cell, reduced to what may be looked at.

    kind         ``code``, or anything else
    name         nbgrader's grade_id, empty where there is none
    id           the cell's own id, empty where there is none
    attachments  pictures pasted into a text, as notebooks keep them
    """

    kind: str
    text: str
    name: str = ""
    id: str = ""
    attachments: Mapping[str, Any] = field(default_factory=dict)


def start_of(path: Path) -> bytes:
    """As much of a file as is looked at, and one byte more."""
    with open(path, "rb") as file:
        return file.read(LARGEST + 1)


def read(data: bytes) -> tuple[list[Cell], list[str]]:
    """The cells of a submitted file, and what was wrong with it; never raises."""
    notes: list[str] = []
    content = _content(data, notes)
    if content is None:
        return [], notes
    raw = list(_raw_cells(content))
    if not raw:
        notes.append("the notebook has no cells")
    if len(raw) > MOST_CELLS:
        notes.append(f"the notebook has {len(raw)} cells; the first {MOST_CELLS} were read")
    return _within([_cell(one, notes) for one in raw[:MOST_CELLS]], notes), notes


def _within(cells: list[Cell], notes: list[str]) -> list[Cell]:
    """The first cells, as far as they can be read as Python in seconds and in little memory."""
    read = [len(cell.text) if cell.kind == "code" or cell.name else 0 for cell in cells]
    kept = bisect.bisect_right(list(accumulate(read)), MOST_TEXT)
    if kept < len(cells):
        notes.append(f"the notebook has {sum(read)} characters of code; {kept} cells were read")
    return cells[:kept]


def _content(data: bytes, notes: list[str]) -> Mapping[str, Any] | None:
    """The JSON object in the file."""
    if not data.strip():
        notes.append("the file is no notebook: it is empty")
        return None
    if len(data) > LARGEST:
        size = len(data) // 2**20
        notes.append(f"the file has {size} MiB; at most {LARGEST // 2**20} are read")
        return None
    try:
        content = json.loads(_decoded(data, notes))
    except (ValueError, RecursionError, MemoryError) as error:
        notes.append(f"the file is no notebook: {_reason(error)}")
        return None
    if not isinstance(content, dict):
        notes.append(f"the file is no notebook: it holds a JSON {type(content).__name__}")
        return None
    return content


def _decoded(data: bytes, notes: list[str]) -> str:
    encoding = json.detect_encoding(data)
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        notes.append(f"the file is not valid {encoding}; what is no character was replaced")
        return data.decode(encoding, "replace")


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg.lower()} in line {error.lineno}"
    return "it is nested too deeply" if isinstance(error, RecursionError) else "no valid JSON"


def _raw_cells(content: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Of nbformat 4, or of the worksheets of nbformat 3."""
    sheets = content.get("worksheets")
    holders = sheets if isinstance(sheets, list) and "cells" not in content else [content]
    for holder in holders:
        cells = holder.get("cells") if isinstance(holder, dict) else None
        for cell in cells if isinstance(cells, list) else ():
            if isinstance(cell, dict):
                yield cell


def _cell(raw: Mapping[str, Any], notes: list[str]) -> Cell:
    metadata = _dict(raw.get("metadata"))
    text = _text(raw.get("source", raw.get("input")))
    name = clean(_string(_dict(metadata.get("nbgrader")).get("grade_id")))
    if len(text) > LONGEST_TEXT:
        notes.append(f"a cell of {len(text)} characters was cut to {LONGEST_TEXT}")
    return Cell(
        kind=_string(raw.get("cell_type")),
        text=clean(text[:LONGEST_TEXT]),
        name=name,
        id=clean(_string(raw.get("id"))),
        attachments=_attachments(raw.get("attachments")),
    )


def _dict(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _string(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _text(source: Any) -> str:
    """A text, or a list of lines."""
    if isinstance(source, list):
        return "".join(line for line in source if isinstance(line, str))
    return _string(source)


def clean(text: str) -> str:
    """Without what no UTF-8 file holds (half surrogate pairs) and what no text needs.

    That is NUL, and thousands of blanks in a row, over which the making of a page takes minutes;
    and no line looks like the mark of a hidden test, at which nbgrader's feedback would stop.
    """
    text = text.encode("utf-8", "replace").decode("utf-8").replace("\0", "\ufffd")
    text = _LINES.sub("\n" * MOST_LINES, _BLANKS.sub(" " * MOST_BLANKS, text))
    return _MARK.sub(r"\1  HIDDEN", text)


def _attachments(value: Any) -> dict[str, dict[str, str]]:
    """Pictures, as notebooks keep them: name -> {type: base64}."""
    bundles = {
        clean(name): {k: _text(data) for k, data in bundle.items() if _is_picture(k, _text(data))}
        for name, bundle in _dict(value).items()
        if isinstance(bundle, dict)
    }
    found = {name: bundle for name, bundle in bundles.items() if bundle}
    length = sum(len(data) for bundle in found.values() for data in bundle.values())
    return found if length <= LONGEST_ATTACHMENT else {}


def _is_picture(kind: str, data: str) -> bool:
    picture = re.fullmatch(r"image/[a-z0-9.+-]+", kind)
    return bool(picture and re.fullmatch(r"[A-Za-z0-9+/=\s]+", data))
