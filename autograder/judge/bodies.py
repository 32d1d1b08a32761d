"""A submission's bodies: for each slot, function or question the text of a module of its own."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.sandbox.program import Raised
from minitorch.errors import MinitorchError
from minitorch.slots import SLOTS
from minitorch.source import Cells, is_stub
from minitorch.source.cell import read_cell

from . import submission
from .rebuild import grade_id, is_answer, is_check, text_of

LENT = "autograder.sandbox.lent"  # the module in which the sandbox puts what is lent
TEST = "_test"  # the function that holds an instructor's own statements


@dataclass(frozen=True)
class Body:
    """What there is of one name.

    text   the module, empty if nothing was attempted
    error  why there is no module although something was attempted
    note   one more fact for the report
    """

    text: str = ""
    error: Raised | None = None
    note: str = ""

    @property
    def attempted(self) -> bool:
        return bool(self.text) or self.error is not None


@dataclass(frozen=True)
class Bodies:
    """Code cells as they stand in a notebook (or the one text of a file), by kind.

    answers  the answer cells' texts by name
    others   the texts of all other code cells
    loose    functions need no @implement, and may stand anywhere: a file
    """

    answers: Mapping[str, str]
    others: Sequence[str]
    loose: bool = False

    @classmethod
    def of_notebook(cls, notebook: Mapping[str, Any]) -> Bodies:
        """Those of a rebuilt notebook."""
        code = [c for c in notebook["cells"] if c["cell_type"] == "code" and not is_check(c)]
        answers = {grade_id(c): text_of(c) for c in code if is_answer(c)}
        return cls(answers, [text_of(c) for c in code if not is_answer(c)])

    @classmethod
    def of_file(cls, path: Path) -> Bodies:
        """Those of any notebook, or of a Python file whose functions are named as their slots."""
        data = path.read_bytes()
        if path.suffix != ".ipynb":
            return cls({}, [_source(data)], loose=True)
        cells, _ = submission.read(data)
        code = [c for c in cells if c.kind == "code" and not c.name.startswith("check_")]
        named = {c.name or c.id: c.text for c in code if (c.name or c.id) in SLOTS}
        return cls(named, [c.text for c in code if (c.name or c.id) not in SLOTS], loose=True)

    def names(self) -> list[str]:
        """The slots that something is written for, in the slots' order."""
        found = {*self.answers, *Cells(list(self.others)).functions()}
        return [name for name in SLOTS if name in found]

    def of(self, name: str, lent: Sequence[str] = ()) -> Body:
        """The body of one slot or function, or the value of one question.

        lent  functions that it gets from the judge, whatever the submission calls by these names
        """
        own = self.answers.get(name)
        if own is None and not self.loose:
            return Body()
        if own is not None and _is_empty(name, own):
            return Body()
        return self._collected(name, own, [f"from {LENT} import {other}" for other in lent])

    def test(self, statements: str) -> Body:
        """An instructor's own statements as a function, with what they use of the notebook."""
        return self._collected(TEST, f"def {TEST}():\n{textwrap.indent(statements, '    ')}\n")

    def _collected(self, name: str, own: str | None, lent: Sequence[str] = ()) -> Body:
        texts = [*self.others, *(t for n, t in self.answers.items() if n != name), *lent]
        texts += [] if own is None else [own]  # last, so that this cell's definition counts
        try:
            cells = Cells(texts, slots=SLOTS if own is None else [name])
            if name not in cells.names():
                return self._undefined(name, own)
            text = cells.collect(name)
        except MinitorchError as error:
            return Body(error=Raised(type(error).__name__, str(error), "load"))
        return Body() if own is None and _is_empty(name, text) else Body(text)

    def _undefined(self, name: str, own: str | None) -> Body:
        """Nothing defines the name: a cell that can't be read was an attempt, others were none."""
        for text in self.others if own is None else [own]:
            cell = read_cell(text)
            if cell.broken and name in cell.words:
                return Body(error=Raised("SyntaxError", cell.broken, "load"))
        return Body()


def _is_empty(name: str, text: str) -> bool:
    return not text.strip() or is_stub(name, text)


def _source(data: bytes) -> str:
    """A Python file's text; what is no character in its encoding is replaced."""
    return submission.clean(data.decode("utf-8-sig", "replace"))


def literal(name: str, text: str) -> tuple[bool, Any]:
    """Whether a question's cell assigns a literal to it, and which; nothing is run."""
    value: tuple[bool, Any] = (False, None)
    for node in _statements(text):
        targets = node.targets if isinstance(node, ast.Assign) else []
        if not all(isinstance(target, ast.Name) for target in targets):
            return False, None  # a part of something is assigned, which may be the answer
        if any(target.id == name for target in targets):  # type: ignore[attr-defined]
            try:
                value = (True, ast.literal_eval(node.value))  # type: ignore[attr-defined]
            except (ValueError, TypeError, MemoryError, RecursionError, SyntaxError):
                value = (False, None)
        elif not isinstance(node, (ast.Assign, ast.Import, ast.ImportFrom)):
            return False, None
    return value


def _statements(text: str) -> list[ast.stmt]:
    from minitorch.source import parse

    try:
        return parse(text)[0].body
    except MinitorchError:
        return []
