"""What a grade cell asks for, read from its calls without running them.

``survives_hypothesis("exp", examples=200)`` in the hidden part of a cell is an order to the judge.
Arguments are literals. Statements that are no such calls are an instructor's own test; they run
beside the bodies, in the sandbox, and the record says so.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from autograder.oracles.budget import Budget
from autograder.verdict import ORACLES
from minitorch.slots import SLOTS

from .rebuild import grade_id, is_check, text_of

ORACLE_OF = {
    "matches_pytorch": "pytorch",
    "passes_gradcheck": "gradcheck",
    "survives_hypothesis": "hypothesis",
    "catches": "hypothesis",  # a student's own test: does it refuse wrong engines
    "handles_edges": "edges",
    "keeps_the_graph": "graph",
}
SETTINGS = {  # keyword arguments of the calls: the budget's field
    ("survives_hypothesis", "examples"): "examples",
    ("passes_gradcheck", "examples"): "gradcheck",
    ("passes_gradcheck", "eps"): "eps",
}


class PlanError(ValueError):
    """A grade cell of the course can't be read: the instructor's to mend."""


@dataclass(frozen=True)
class Ask:
    """One thing that a grade cell asks.

    cell      the cell's grade_id
    name      what the record is about: a slot, a function, a question, or the cell itself
    kind      ``slot``, ``function``, ``quiz``, ``engine`` or ``test``
    points    the most that can be had
    budget    how much is asked of a slot, a function or an engine
    target    the notebook whose engine is asked
    expected  a question's answer; ``hints`` pairs wrong answers with what to say of them
    decimals  to how many a question asks for its answer
    test      an instructor's own statements
    """

    cell: str
    name: str
    kind: str
    points: float
    budget: Budget = field(default_factory=Budget)
    target: str = ""
    expected: Any = None
    hints: tuple[tuple[Any, str], ...] = ()
    decimals: int | None = None
    test: str = ""


def plan(notebook: Mapping[str, Any]) -> list[Ask]:
    """Everything that a notebook's grade cells ask, in order; PlanError names a broken cell."""
    return [ask for cell in notebook["cells"] if is_check(cell) for ask in read_check(cell)]


def read_check(cell: Mapping[str, Any]) -> list[Ask]:
    """What one grade cell asks; several things share its points."""
    name, points = grade_id(cell), float(cell["metadata"]["nbgrader"].get("points", 0))
    asked = _Reader(name, text_of(cell), points).asks()
    return [Ask(name, points=points / len(asked), **{"kind": "test", **one}) for one in asked]


class _Reader:
    """Reads the statements of one grade cell."""

    def __init__(self, cell: str, text: str, points: float) -> None:
        self.cell, self.text, self.points = cell, text, points
        self.found: dict[str, dict[str, Any]] = {}
        self.own: list[str] = []

    def asks(self) -> list[dict[str, Any]]:
        """The fields of each Ask."""
        try:
            tree = ast.parse(self.text)
        except (SyntaxError, ValueError) as error:
            raise PlanError(f"grade cell {self.cell} is no Python: {error}") from error
        for statement in tree.body:
            self._read(statement)
        test, name = "\n".join(self.own), self.cell.removeprefix("check_")
        if not self.found:
            if not test:
                raise PlanError(f"grade cell {self.cell} asks nothing: anything would be right")
            return [{"name": name, "test": test}]
        *rest, last = self.found.values()
        if test and last["kind"] in ("quiz", "engine"):  # these run no body beside which it could
            return [*rest, last, {"name": name, "test": test}]
        return [*rest, {**last, "test": test}]

    def _read(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.ImportFrom) and statement.module in (
            "autograder",
            "autograder.hidden",
        ):
            self._expect_orders(statement)
            return
        call = statement.value if isinstance(statement, ast.Expr) else None
        name = call.func.id if _is_named(call) else ""  # type: ignore[union-attr]
        if name in _READERS:
            args, kwargs = self._arguments(call)  # type: ignore[arg-type]
            try:
                _READERS[name](self, name, *args, **kwargs)
            except TypeError as error:
                raise PlanError(f"grade cell {self.cell}: {name}: {error}") from error
        elif name != "check":
            self._expect_no_order(statement)
            self.own.append(ast.get_source_segment(self.text, statement) or "")

    def _expect_orders(self, statement: ast.ImportFrom) -> None:
        for imported in statement.names:
            if statement.module == "autograder.hidden" and imported.name not in _READERS:
                near = difflib.get_close_matches(imported.name, _READERS, n=1)
                guess = f"did you mean {near[0]}?" if near else f"it has {', '.join(_READERS)}"
                raise PlanError(
                    f"grade cell {self.cell}: autograder.hidden has no {imported.name}; {guess}"
                )
            if imported.asname and imported.name in _READERS:
                raise PlanError(
                    f"grade cell {self.cell}: {imported.name} is read, not run, and has to be "
                    f"called by its own name, got {imported.asname}"
                )

    def _expect_no_order(self, statement: ast.stmt) -> None:
        """An order inside another statement would be run, where it is nothing."""
        for node in ast.walk(statement):
            name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
            hidden = isinstance(node, ast.alias) and node.name.startswith("autograder")
            if name in _READERS or hidden:
                raise PlanError(
                    f"grade cell {self.cell}: hidden calls are read, not run; each is a statement "
                    f"of its own, after `from autograder.hidden import ...`: "
                    f"got {ast.unparse(statement)[:60]!r}"
                )

    def _arguments(self, call: ast.Call) -> tuple[list[Any], dict[str, Any]]:
        try:
            args = [ast.literal_eval(arg) for arg in call.args]
            return args, {str(k.arg): ast.literal_eval(k.value) for k in call.keywords}
        except ValueError as error:
            raise PlanError(
                f"grade cell {self.cell}: expected literal arguments in {ast.unparse(call)}"
            ) from error

    def _oracle(self, call: str, name: str, **settings: Any) -> None:
        default = {"kind": "slot" if name in SLOTS else "function", "name": name}
        ask = self.found.setdefault(name, {**default, "budget": Budget(oracles=())})
        unknown = [key for key in settings if (call, key) not in SETTINGS]
        if unknown:
            raise PlanError(f"grade cell {self.cell}: {call} has no setting {unknown[0]!r}")
        values = {SETTINGS[call, key]: value for key, value in settings.items()}
        wanted = {*ask["budget"].oracles, ORACLE_OF[call]}
        values["oracles"] = tuple(oracle for oracle in ORACLES if oracle in wanted)
        ask["budget"] = Budget(**{**vars(ask["budget"]), **values})

    def _catches(self, call: str, name: str, points: float) -> None:
        if points != self.points:
            raise PlanError(
                f"grade cell {self.cell}: {call} gives {points:g} points, the cell {self.points:g}"
            )
        self._oracle(call, name)

    def _engine(self, call: str, notebook: str, examples: int | None = None) -> None:
        name = self.cell.removeprefix("check_")
        if notebook not in {slot.notebook for slot in SLOTS.values()}:
            raise PlanError(f"grade cell {self.cell}: no notebook {notebook!r} teaches a slot")
        budget = Budget() if examples is None else Budget(examples=examples)
        self.found[name] = {"kind": "engine", "name": name, "target": notebook, "budget": budget}

    def _expects(self, call: str, name: str, answer: Any, decimals: int | None = None) -> None:
        ask = self.found.setdefault(name, {"kind": "quiz", "name": name, "hints": ()})
        ask |= {"expected": answer, "decimals": decimals}

    def _hint(self, call: str, name: str, answer: Any, text: str) -> None:
        ask = self.found.setdefault(name, {"kind": "quiz", "name": name, "hints": ()})
        ask["hints"] = (*ask["hints"], (answer, text))


_READERS: dict[str, Any] = {
    **dict.fromkeys(ORACLE_OF, _Reader._oracle),
    "catches": _Reader._catches,
    "whole_engine": _Reader._engine,
    "expects": _Reader._expects,
    "hint": _Reader._hint,
}


def _is_named(call: ast.expr | None) -> bool:
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
