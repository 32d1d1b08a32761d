"""A sample class: submissions made from the released notebooks, one kind of student each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from .create import CLONE, Course, read_notebook

BANK = CLONE / "tests" / "submissions"


def answers_of(notebook: Path) -> dict[str, str]:
    """The text of each answer cell, by grade id."""
    cells = read_notebook(notebook)["cells"]
    return {
        cell["metadata"]["nbgrader"]["grade_id"]: "".join(cell["source"])
        for cell in cells
        if cell["metadata"].get("nbgrader", {}).get("solution")
    }


def solved(assignment: str) -> dict[str, str]:
    """The solutions of an assignment, by grade id."""
    return answers_of(CLONE / "build" / "solved" / f"{assignment}.ipynb")


def bank(slot: str, name: str) -> str:
    """A body from the bank of wrong and right ones."""
    return (BANK / slot / f"{name}.py").read_text(encoding="utf-8")


def hand_in(course: Course, student: str, assignment: str, answers: Mapping[str, str]) -> Path:
    """Put a submission where nbgrader looks for it: the release with these answers typed in."""
    released = course.root / "release" / assignment / f"{assignment}.ipynb"
    notebook = read_notebook(released)
    for cell in notebook["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if grade_id in answers:
            cell["source"] = answers[grade_id].splitlines(keepends=True)
    target = course.submitted(student, assignment) / f"{assignment}.ipynb"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(notebook, indent=1) + "\n", encoding="utf-8")
    return target
