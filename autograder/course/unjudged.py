"""Why ``autograder check`` found nothing to judge in a file."""

from __future__ import annotations

from pathlib import Path

from autograder.exercises.functions import FUNCTIONS
from autograder.judge.submission import clean, read, start_of
from minitorch.source.cell import read_cell


def reason(path: Path) -> str:
    """What is wrong with the file or, if nothing is, what it holds instead of a slot's body."""
    data = start_of(path)
    if not data.strip():
        return "the file is empty"
    if path.suffix == ".ipynb":
        cells, notes = read(data)
        texts = [cell.text for cell in cells if cell.kind == "code"]
    else:
        texts, notes = [clean(data.decode("utf-8-sig", "replace"))], []
    broken = [cell.broken for cell in map(read_cell, texts) if cell.broken]
    return next(iter([*notes, *_functions(texts), *broken]), "no function is named as a slot")


def _functions(texts: list[str]) -> list[str]:
    names = {binding.name for text in texts for binding in read_cell(text).bindings}
    found = [name for name in FUNCTIONS if name in names]
    hint = "functions are judged in a course alone: autograder grade"
    return [f"it holds {', '.join(found)}; {hint}"] if found else []
