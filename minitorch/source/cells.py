"""Several texts as one namespace: which statement a name stands for."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Sequence

from ..errors import UnsavableError
from .cell import Binding, read_cell
from .closure import Closure, gather
from .layout import aliases
from .names import ALWAYS_THERE

LARGEST = 1024 * 1024  # characters of all texts together; a solved notebook has 0.05 M


class Cells:
    """The cells of a notebook in the order they ran, or the text of one file; never executed.

    A later binding of a name replaces an earlier one. A function under ``@implement`` is a slot's
    body: other functions reach it through minitorch, so it is imported and not copied. Functions
    without the decorator count as decorated if their name is in ``slots``.
    """

    def __init__(self, texts: Sequence[str], slots: Collection[str] = ()) -> None:
        total = sum(map(len, texts))
        if total > LARGEST:
            raise UnsavableError(f"the cells have {total} characters; at most {LARGEST} are read")
        self._cells = [read_cell(text) for text in texts]
        self._slots = frozenset(slots)
        self._bindings: dict[str, list[Binding]] = {}
        self._numbers: dict[Binding, int] = {}
        self._unsavable: dict[str, str] = {}
        self._broken = [cell for cell in self._cells if cell.broken]
        self._stars = [module for cell in self._cells for module in cell.stars]
        for number, cell in enumerate(self._cells):
            for binding in cell.bindings:
                self._bindings.setdefault(binding.name, []).append(binding)
                self._numbers[binding] = number
            self._unsavable.update(cell.unsavable)

    def names(self) -> list[str]:
        """The names that top-level statements bind, in order of their first binding."""
        return list(self._bindings)

    def functions(self) -> list[str]:
        """Those of them that a ``def`` binds, in order."""
        found = self._bindings.items()
        return [name for name, bindings in found if any(b.kind == "def" for b in bindings)]

    @property
    def broken(self) -> dict[int, str]:
        """The number (from 0) of each text that could not be read, and why."""
        return {number: cell.broken for number, cell in enumerate(self._cells) if cell.broken}

    def collect(self, name: str) -> str:
        """The text of a module that holds the function and everything it uses.

        UnsavableError if nothing binds the name, or if something it uses cannot be saved.
        """
        return self.closure(name).text

    def closure(self, name: str) -> Closure:
        """As :meth:`collect`, with what a caller that holds the real namespace wants to know."""
        return gather(self, name)

    def body(self, name: str) -> Binding:
        """The latest body of a slot; or else the latest function; or else the latest binding."""
        found = self._bindings.get(name, [])
        for wanted in (self.is_slot, lambda b: b.kind == "def", lambda b: b.kind != "augmented"):
            for binding in reversed(found):
                if wanted(binding):
                    return binding
        raise UnsavableError(f"expected a function {name}, found none{self._excuse(name)}")

    def is_slot(self, binding: Binding) -> bool:
        """Whether a statement is a slot's body, which others reach through minitorch."""
        return binding.kind == "def" and (binding.implemented or binding.name in self._slots)

    def place(self, binding: Binding) -> tuple[int, int, int]:
        """Number of the text, line, column: sorts statements as they ran."""
        return self._numbers[binding], binding.node.lineno, binding.node.col_offset

    def lookup(self, user: str, name: str) -> Binding | None:
        """The statement that ``user`` finds when it looks the global name up.

        None for a builtin and for a name that nothing binds; UnsavableError for one that is bound,
        but by something that cannot be run again elsewhere.
        """
        for binding in reversed(self._bindings.get(name, ())):
            if binding.kind == "augmented":
                raise _unsavable(user, name, "an augmented assignment such as += changes")
            if not (self.is_slot(binding) and hasattr(builtins, name)):  # sum and pow stay builtins
                return binding
        if name in ALWAYS_THERE:
            return None
        if name in self._unsavable:
            raise _unsavable(user, name, self._unsavable[name])
        if excuse := self._excuse(name):
            raise UnsavableError(f"{user} uses {name!r}, which no assignment binds{excuse}")
        return None

    def imports(self, binding: Binding) -> list[ast.Import | ast.ImportFrom]:
        """An import, and those like it: ``import a.b`` and ``import a.c`` both bind ``a``."""
        nodes = [like.node for like in self._bindings[binding.name] if _is_plain(like)]
        found = nodes if binding.node in nodes else [binding.node]
        return [node for node in found if isinstance(node, (ast.Import, ast.ImportFrom))]

    def _excuse(self, name: str) -> str:
        """Where the name may be hidden: in a text that could not be read, in a star import."""
        for cell in self._broken:
            if name in cell.words:
                return f"; a cell that mentions it could not be read ({cell.broken})"
        for module in self._stars:
            return f"; if it comes from `from {module} import *`, import it by its name"
        return ""


def _is_plain(binding: Binding) -> bool:
    """Whether ``import a.b`` binds the name, not ``import a.b as c``."""
    node = binding.node
    return isinstance(node, ast.Import) and not aliases(node)[binding.name].asname


def _unsavable(user: str, name: str, culprit: str) -> UnsavableError:
    return UnsavableError(
        f"{user} uses {name!r}, which {culprit}: bind it once with a plain assignment, "
        "or pass it as an argument"
    )
