"""What a source must keep to, so that it can be released, solved, graded: every fault, by line.

A rule takes a cell (or a lesson) and yields ``(line, message)``; lines count from 1 in the file.
A cell whose header or markers are wrong is not looked at further: its other faults would be noise.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.judge.plan import PlanError, read_check
from minitorch.slots import Slot

from .lesson import KINDS, Cell, Lesson
from .questions import QuestionError, question
from .regions import HIDDEN, SOLUTION, MarkerError, regions, without_regions

KEYS = {
    "answer": {"answer", "function"},
    "check": {"check", "points"},
    "quiz": {"quiz"},
    "written": {"written", "points"},
    "plain": {"raises"},
}
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,47}")  # with "check_" and a count: Jupyter allows 64
Faults = Iterator[tuple[int, str]]


@dataclass(frozen=True, order=True)
class Fault:
    """Something wrong with a source, where an author can go and mend it."""

    path: Path
    line: int
    message: str

    def __str__(self) -> str:
        here = Path.cwd()
        path = self.path.relative_to(here) if self.path.is_relative_to(here) else self.path
        return f"{path.as_posix()}:{self.line}: {self.message}"


def faults(lessons: Sequence[Lesson], slots: Mapping[str, Slot]) -> list[Fault]:
    """Everything wrong with a course, in the order of its files and lines."""
    found = [Fault(*fault) for fault in _duplicates(lessons)]
    for lesson in lessons:
        found += [Fault(lesson.path, *fault) for fault in _lesson_faults(lesson, slots)]
    return sorted(set(found))


def _lesson_faults(lesson: Lesson, slots: Mapping[str, Slot]) -> Faults:
    yield from _title(lesson)
    sound = []
    for cell in lesson.cells:
        first = [*_header(cell), *_markers(cell), *_syntax(cell)]
        yield from first
        if not first:
            sound.append(cell)
    for cell in sound:
        yield from _again(cell, lesson)
        if cell.kind == "answer":
            yield from _answer(cell, lesson, slots)
        elif cell.kind == "check":
            yield from [*_check(cell, lesson)] or _orders(cell)
    if len(sound) == len(lesson.cells):
        yield from _pairs(lesson)


def _title(lesson: Lesson) -> Faults:
    number = re.match(r"(\d\d)-[a-z0-9-]+$", lesson.name)
    if not number:
        yield 1, f"expected a file named NN-name.py, got {lesson.path.name}"
        return
    first = lesson.cells[0] if lesson.cells else None
    if first is None or first.type != "markdown" or not first.text.startswith(f"# {number[1]} "):
        yield 1, f'the first cell has no title: a markdown cell beginning "# {number[1]} ..."'


def _header(cell: Cell) -> Faults:
    """The keys of the header line: known, in their place, of the right type."""
    for key in sorted(set(cell.keys) - set().union(*KEYS.values())):
        yield cell.line, f"unknown key {key!r}; the keys are {', '.join(sorted(_all_keys()))}"
    if sum(kind in cell.keys for kind in KINDS) > 1:
        yield cell.line, f"a cell is one of {', '.join(KINDS)}, not several"
        return
    for key in sorted((set(cell.keys) & _all_keys()) - KEYS[cell.kind]):
        yield cell.line, f"key {key!r} says nothing in a cell of kind {cell.kind!r}"
    if cell.kind != "plain" and not _NAME.fullmatch(str(cell.keys[cell.kind])):
        yield cell.line, f"expected a name of letters, digits and _, got {cell.kind}={cell.name!r}"
    for key in ("function", "raises"):
        if cell.keys.get(key, True) is not True:
            yield cell.line, f"expected {key}=true or nothing, got {key}={cell.keys[key]!r}"
    if "points" in KEYS[cell.kind] and not _is_worth(cell):
        yield cell.line, f"expected points=N, a number from 0 on, got {cell.keys.get('points')!r}"
    wanted = {"written": "markdown", "plain": cell.type}.get(cell.kind, "code")
    if cell.type != wanted:
        yield cell.line, f"a cell with the key {cell.kind!r} is a {wanted} cell, got {cell.type}"


def _all_keys() -> set[str]:
    return set().union(*KEYS.values())


def _is_worth(cell: Cell) -> bool:
    """A number, 0 among them: a check that informs, a text that a teacher reads ungraded."""
    points = cell.keys.get("points")
    if isinstance(points, bool) or not isinstance(points, int | float):
        return False
    return math.isfinite(points) and points >= 0


def _markers(cell: Cell) -> Faults:
    """Markers pair up, and stand only where nbgrader will take them out."""
    try:
        found = regions(cell.text)
    except MarkerError as error:
        yield cell.line + error.line, str(error)
        return
    takes_out = {"check": HIDDEN, "plain": None}.get(cell.kind, SOLUTION)
    for region in found:
        begin = cell.line + region.first - 1
        if region.kind != takes_out:
            yield begin, f"BEGIN {region.kind} in a cell of kind {cell.kind!r}"
        if region.is_empty:
            yield begin, f"nothing between BEGIN {region.kind} and its END"
    if takes_out and not found and cell.kind != "written":
        yield (
            cell.line,
            f"{cell.kind} {cell.name!r} has no ### BEGIN {takes_out} ... ### END {takes_out}",
        )


def _syntax(cell: Cell) -> Faults:
    if cell.type != "code":
        return
    try:
        ast.parse(cell.text)
    except SyntaxError as error:
        yield cell.line + (error.lineno or 1), f"not Python (no magics, no shell): {error.msg}"


def _answer(cell: Cell, lesson: Lesson, slots: Mapping[str, Slot]) -> Faults:
    """An answer defines the function it is named for; a slot's is decorated and in its notebook."""
    body = defined(cell.text).get(cell.name)
    if body is None:
        yield cell.line, f"answer {cell.name!r} does not define a function of that name"
        return
    decorated = any(ast.unparse(x) == "implement" for x in body.decorator_list)
    if cell.keys.get("function"):
        if decorated:
            yield cell.line, f"{cell.name!r} is a plain function (function=true): no @implement"
        return
    if cell.name not in slots:
        yield (
            cell.line,
            f"there is no slot {cell.name!r}: the slots are {', '.join(slots)}; "
            "an exercise that is no slot says function=true",
        )
    elif slots[cell.name].notebook != lesson.name:
        yield cell.line, f"minitorch says that {slots[cell.name].notebook} teaches {cell.name!r}"
    if not decorated:
        yield cell.line, f"the body of slot {cell.name!r} is not decorated with @implement"


def _again(cell: Cell, lesson: Lesson) -> Faults:
    """No cell defines an answer's function anew: running it would replace the student's body."""
    for name in defined(cell.text) if cell.type == "code" else ():
        if name in {answer.name for answer in lesson.of_kind("answer") if answer is not cell}:
            yield cell.line, f"{name!r} is the name of an answer; give this function another"


def defined(text: str) -> dict[str, ast.FunctionDef]:
    """The functions that a cell defines at its top level."""
    return {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}


def _check(cell: Cell, lesson: Lesson) -> Faults:
    """A check shows ``check("name")`` and hides calls about the same name, or the whole engine."""
    visible = ast.dump(ast.parse(without_regions(cell.text, HIDDEN)))
    if visible != ast.dump(ast.parse(f"check({cell.name!r})")):
        yield cell.line, f'the visible part of this cell should be check("{cell.name}"), no more'
    hidden = [call for region in cell.hidden for call in _calls(region.text)]
    if not hidden:
        yield cell.line, f"the hidden tests of {cell.name!r} call nothing"
    if any(ast.unparse(call.func) == "whole_engine" for call in hidden):
        about = lesson.name
    else:
        about = cell.name
        answers = [x.name for x in lesson.of_kind("answer", "quiz") if x.line < cell.line]
        if cell.name not in answers:
            yield (
                cell.line,
                f"check {cell.name!r} names no answer or quiz above it in this notebook",
            )
    for call in hidden:
        first = call.args[0] if call.args else None
        if not (isinstance(first, ast.Constant) and first.value == about):
            yield (
                cell.line + cell.hidden[0].first + call.lineno - 1,
                f'the hidden tests of {cell.name!r} are about "{about}", got {ast.unparse(call)}',
            )


def _orders(cell: Cell) -> Faults:
    """The grader can read what the check asks; else a class would lose its points."""
    flags = {"grade_id": f"check_{cell.name}", "points": cell.keys["points"]}
    try:
        read_check({"metadata": {"nbgrader": flags}, "source": cell.text})
    except PlanError as error:
        yield cell.line, str(error)


def _calls(text: str) -> list[ast.Call]:
    """The calls, by their plain name, of what a hidden region imports from autograder.hidden."""
    tree = ast.parse(text)
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "autograder.hidden"
        for alias in node.names
    }
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in imported
    ]


def _pairs(lesson: Lesson) -> Faults:
    """Every answer is checked once, and a quiz's solution is what its check expects."""
    checks = {cell.name: cell for cell in lesson.of_kind("check")}
    for cell in lesson.of_kind("answer", "quiz"):
        if cell.name not in checks:
            yield cell.line, f'{cell.kind} {cell.name!r} has no check: add # %% check="{cell.name}"'
        elif cell.kind == "quiz":
            try:
                question(cell, checks[cell.name])
            except QuestionError as error:
                yield error.line, str(error)


def _duplicates(lessons: Sequence[Lesson]) -> Iterator[tuple[Path, int, str]]:
    """Grade ids are unique in the whole course: feedback and gradebook speak of them alone."""
    first: dict[str, str] = {}
    graded = [(x, cell) for x in lessons for cell in x.of_kind(*KINDS)]
    for lesson, cell in graded:
        here = f"{lesson.path.name}:{cell.line}"
        where = first.setdefault(cell.grade_id, here)
        if where != here:
            yield lesson.path, cell.line, f"duplicate id {cell.grade_id!r}: first at {where}"
