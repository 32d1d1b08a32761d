"""One entry of the catalogue."""

from __future__ import annotations

from typing import NamedTuple


class Entry(NamedTuple):
    """What is said of a misconception, ``{slot}`` standing for the op's name.

    symptom  a question: what the answers look like
    concept  the thought that helps, never the fix
    read     a key of SECTIONS, or "" for the op's own section
    """

    symptom: str
    concept: str
    read: str = ""
