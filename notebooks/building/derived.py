"""What else is derived from the lessons: the reference engine, the stubs, the quiz."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from nbformat.notebooknode import NotebookNode

from autograder.exercises.quiz import digest
from minitorch.source import Cells, fingerprint

from .lesson import Lesson
from .questions import question
from .regions import without_markers


def reference(lesson: Lesson) -> dict[str, str]:
    """Each answer's function as a module of its own: name -> text, with all that it uses.

    A function uses what the cells above it define, as ``@implement`` would save it there.
    """
    found, above = {}, []
    for cell in lesson.of_kind("plain", "answer"):
        if cell.type == "code":
            above.append(without_markers(cell.text))
        if cell.kind == "answer":
            found[cell.name] = Cells(above).collect(cell.name)
    return found


def stubs(students: Sequence[NotebookNode], names: set[str]) -> str:
    """``stubs.json``: for each answer, the fingerprint of the stub that students are given."""
    return _json(
        {
            cell.id: fingerprint(cell.source)
            for notebook in students
            for cell in notebook.cells
            if cell.id in names
        }
    )


def quiz(lessons: Sequence[Lesson]) -> str:
    """``quiz.json``: every answer's form and hash, and a hint for the hash of some wrong ones."""
    found = {}
    for lesson in lessons:
        checks = {cell.name: cell for cell in lesson.of_kind("check")}
        for cell in lesson.of_kind("quiz"):
            asked = question(cell, checks[cell.name])
            found[cell.name] = {
                "form": vars(asked.form),
                "right": digest(cell.name, asked.right),
                "hints": {digest(cell.name, wrong): text for wrong, text in asked.hints},
            }
    return _json(found)


def _json(content: Mapping[str, object]) -> str:
    return json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
