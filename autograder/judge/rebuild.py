"""The notebook that is graded: the course's own, with the texts of a submission's answer cells.

Nothing else of a submission counts: not the order of its cells, not their tags and types, not its
tests. So one careless or hostile notebook is graded like any other.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from minitorch.source import is_stub
from minitorch.source.cell import read_cell

from . import submission
from .submission import Cell
from .written import harmless

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"

Notebook = dict[str, Any]


@dataclass(frozen=True)
class Rebuilt:
    """What is graded.

    notebook  nbformat 4, the course's source notebook with the submission's texts in
    answers   the text of each answer cell by grade_id; for a missing one what was handed out
    notes     what was unusual about the submission, in plain words, for the report
    """

    notebook: Notebook
    answers: Mapping[str, str]
    notes: tuple[str, ...]


def rebuild(
    data: bytes, source: Mapping[str, Any], released: Mapping[str, Any] | None = None
) -> Rebuilt:
    """Put a submission's answers into the course's notebook; never raises, whatever ``data`` is.

    source    the instructor's notebook: solutions, hidden tests, nbgrader's metadata
    released  what was handed out; without it the solutions are taken out of ``source``
    """
    read_cell.cache_clear()  # what one submission made us read is not kept for the next
    handed_out = _handed_out(source, released)
    cells, notes = submission.read(data)
    known = {grade_id(cell): cell for cell in source["cells"] if grade_id(cell)}
    answers = {name: handed_out[name] for name, cell in known.items() if is_answer(cell)}
    chosen = _choose(cells, answers, notes)
    added = _added(cells, known, source["cells"], set(chosen.values()))
    _find_strays(cells, added, answers, chosen, notes)
    texts = {name: cells[number] for name, number in chosen.items()}
    notebook = {key: copy.deepcopy(source[key]) for key in source if key != "cells"}
    notebook["cells"] = list(_cells(source["cells"], handed_out, texts, cells, added))
    answers |= {name: cell.text for name, cell in texts.items()}
    return Rebuilt(notebook, answers, tuple(notes))


def grade_id(cell: Mapping[str, Any]) -> str:
    """nbgrader's name of a cell in one of our own notebooks, empty for a plain cell."""
    return str(cell["metadata"].get("nbgrader", {}).get("grade_id", ""))


def is_answer(cell: Mapping[str, Any]) -> bool:
    """Whether a student writes in this cell of one of our own notebooks."""
    return bool(cell["metadata"].get("nbgrader", {}).get("solution"))


def is_check(cell: Mapping[str, Any]) -> bool:
    """Whether this cell of one of our own notebooks is graded by the judge."""
    flags = cell["metadata"].get("nbgrader", {})
    return bool(flags.get("grade")) and not flags.get("solution")


def text_of(cell: Mapping[str, Any]) -> str:
    """The text of a cell of one of our own notebooks."""
    source = cell["source"]
    return source if isinstance(source, str) else "".join(source)


def _handed_out(source: Mapping[str, Any], released: Mapping[str, Any] | None) -> dict[str, str]:
    """The text of each graded cell as students got it."""
    found = {grade_id(cell): _without_solution(text_of(cell)) for cell in source["cells"]}
    if released is not None:
        found |= {grade_id(cell): text_of(cell) for cell in released["cells"]}
    found.pop("", None)
    return found


def _without_solution(text: str) -> str:
    kept, inside = [], False
    for line in text.split("\n"):
        if line.strip() == BEGIN:
            inside = True
        elif line.strip() == END:
            inside = False
        elif not inside:
            kept.append(line)
    return "\n".join(kept)


def _choose(cells: Sequence[Cell], answers: Mapping[str, str], notes: list[str]) -> dict[str, int]:
    """The submitted cell of each answer, as a number.

    Of several with one name (a cell that was copied) the last one that differs from what was handed
    out: a notebook that runs from top to bottom ends with that one's body in the slot.
    """
    chosen = {}
    for name, stub in answers.items():
        numbers = [i for i, cell in enumerate(cells) if cell.name == name]
        numbers = numbers or [i for i, c in enumerate(cells) if not c.name and c.id == name]
        written = [i for i in numbers if not _is_untouched(name, cells[i].text, stub)]
        if numbers:
            chosen[name] = (written or numbers)[-1]
        if len(numbers) > 1:
            notes.append(f"answer cell {name} is there {len(numbers)} times; " + _taken(written))
    return chosen


def _taken(written: Sequence[int]) -> str:
    return "the last one with an answer was taken" if written else "none holds an answer"


def _is_untouched(name: str, text: str, stub: str) -> bool:
    return text.strip() == stub.strip() or is_stub(name, text)


def _added(
    cells: Sequence[Cell],
    known: Mapping[str, Any],
    source: Sequence[Mapping[str, Any]],
    taken: set[int],
) -> dict[int, str]:
    """What the student's own code cells define, by the cell's number.

    A cell of the course that was changed counts as the student's own; tests never do.
    """
    ours = {text_of(cell).strip() for cell in source if not grade_id(cell)}
    found = {}
    for number, cell in enumerate(cells):
        if cell.kind == "code" and number not in taken and not {cell.name, cell.id} & set(known):
            text = "" if cell.text.strip() in ours else definitions(cell.text)
            if text:
                found[number] = text
    return found


def definitions(text: str) -> str:
    """The imports, functions, classes and constants of a cell; bodies under @implement are not."""
    nodes = {id(b.node): b for b in read_cell(text).bindings if not b.implemented}
    return "\n\n".join(binding.text for binding in nodes.values() if binding.kind != "augmented")


def _find_strays(
    cells: Sequence[Cell],
    added: dict[int, str],
    answers: Mapping[str, str],
    chosen: dict[str, int],
    notes: list[str],
) -> None:
    """Answers in other cells than their own: taken where the own one is missing, else named."""
    elsewhere = {
        binding.name: number
        for number, cell in enumerate(cells)
        if cell.kind == "code" and number not in chosen.values()
        for binding in read_cell(cell.text).bindings
        if binding.implemented
    }
    for name, stub in answers.items():
        stray = elsewhere.get(name)
        if name not in chosen and stray is not None:
            chosen[name] = stray
            added.pop(stray, None)
            notes.append(f"answer cell {name} is missing; another cell that defines it was taken")
        elif name not in chosen:
            notes.append(f"answer cell {name} is missing")
        elif stray is not None and _is_untouched(name, cells[chosen[name]].text, stub):
            notes.append(f"{name} is written in a cell that is not its answer cell: not graded")


def _cells(
    source: Sequence[Mapping[str, Any]],
    handed_out: Mapping[str, str],
    texts: Mapping[str, Cell],
    submitted: Sequence[Cell],
    added: Mapping[int, str],
) -> Iterator[dict[str, Any]]:
    """The course's cells; a student's own come before the first answer that follows them."""
    numbers = {id(cell): number for number, cell in enumerate(submitted)}
    waiting = dict(added)
    for cell in source:
        name = grade_id(cell)
        if is_answer(cell) and name in texts:
            before = [n for n in waiting if n < numbers[id(texts[name])]]
            yield from (_plain(n, waiting.pop(n)) for n in before)
        yield _filled(cell, handed_out, texts)
    yield from (_plain(n, text) for n, text in waiting.items())


def _filled(
    cell: Mapping[str, Any], handed_out: Mapping[str, str], texts: Mapping[str, Cell]
) -> dict[str, Any]:
    new = copy.deepcopy(dict(cell))
    if new["cell_type"] == "code":
        new |= {"outputs": [], "execution_count": None}
    if is_answer(cell):
        name = grade_id(cell)
        answer = texts.get(name)
        new["source"] = handed_out[name] if answer is None else answer.text
        if answer is not None and new["cell_type"] == "markdown":
            new["source"] = harmless(answer.text, answer.attachments)
            if answer.attachments:
                new["attachments"] = answer.attachments
    return new


def _plain(number: int, text: str) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "id": f"added-{number}",
        "metadata": {},
        "source": text,
        "outputs": [],
        "execution_count": None,
    }
