"""A function and all that it uses, as the text of a module of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from ..errors import UnsavableError
from .cell import Binding
from .layout import import_line, in_order, module_text
from .names import ALWAYS_THERE, uses

if TYPE_CHECKING:
    from .cells import Cells

_RANKS = {"guard": 0, "constant": 1, "def": 2, "class": 3}
_uses = lru_cache(maxsize=2048)(uses)


@dataclass(frozen=True)
class Closure:
    """A function and all that it uses.

    text       the module
    body       the function's own statement as it was written
    constants  the names that an assignment binds -> whether it stands before the function
    missing    the names that nothing in the texts binds; looking one up will fail
    """

    text: str
    body: str
    constants: dict[str, bool]
    missing: tuple[str, ...]


def gather(cells: Cells, name: str) -> Closure:
    """Follow the names that a function uses, and what they use in turn.

    UnsavableError if one of them cannot be saved.
    """
    search = _Search(cells, name)
    search.follow(search.needs(search.root))
    search.follow_annotations()
    return search.closure()


class _Search:
    """What has been found so far of a function's imports, constants and helpers."""

    def __init__(self, cells: Cells, name: str) -> None:
        self.cells = cells
        self.name = name
        self.root = cells.body(name)
        self.found: dict[str, Binding] = {name: self.root}
        self.missing: set[str] = set()

    def needs(self, binding: Binding) -> list[tuple[Binding, str]]:
        """The names that a statement uses, each with the statement."""
        if self.imported(binding):
            return []
        used = _uses(binding.node)
        return [(binding, name) for name in sorted(used.now | used.later)]

    def imported(self, binding: Binding) -> bool:
        """Whether others reach it by an import: another slot's body, or an import itself."""
        slot = self.cells.is_slot(binding) and binding is not self.root
        return slot or binding.kind == "import"

    def follow(self, work: list[tuple[Binding, str]]) -> None:
        """Find each name, and what it uses in turn."""
        while work:
            user, name = work.pop()
            binding = self.found.get(name) or self.cells.lookup(user.name, name)
            if binding is None:
                self.missing |= {name} - ALWAYS_THERE
            elif binding.node is user.node and name in _uses(user.node).now:
                self._refuse_self(binding)
            elif name not in self.found:
                self.found[name] = binding
                work += self.needs(binding)

    def _refuse_self(self, binding: Binding) -> None:
        if binding.kind != "guard":
            raise UnsavableError(
                f"{self.name} uses {binding.name!r}, which is computed from its own earlier value: "
                "give the new value a name of its own"
            )

    def follow_annotations(self) -> None:
        """Find what annotations name, where it can be found; they are never evaluated."""
        notes = {(b, note) for b in self.found.values() for note in _uses(b.node).annotated}
        for binding, note in sorted(notes, key=lambda pair: pair[1]):
            before, missing = dict(self.found), set(self.missing)
            try:
                self.follow([(binding, note)])
            except UnsavableError:
                self.found = before
            self.missing = missing

    def closure(self) -> Closure:
        """The module of what was found."""
        own = {name: b for name, b in self.found.items() if not self.imported(b)}
        return Closure(
            text=module_text(self._imports(), self._statements(own)),
            body=self.root.text,
            constants={
                name: self.cells.place(binding) < self.cells.place(self.root)
                for name, binding in sorted(own.items())
                if binding.kind == "constant"
            },
            missing=tuple(sorted(self.missing)),
        )

    def _imports(self) -> Iterable[tuple[str, str]]:
        for name, binding in self.found.items():
            if self.imported(binding) and binding.kind == "def":
                yield "minitorch", name
            elif isinstance(binding.node, ast.ImportFrom):
                yield self._absolute(binding.node, name)
            elif isinstance(binding.node, ast.Import):
                yield from (import_line(node, name) for node in self.cells.imports(binding))

    def _absolute(self, node: ast.ImportFrom, name: str) -> tuple[str, str]:
        if node.level:
            raise UnsavableError(
                f"{self.name} uses {name!r}, which a relative import binds: "
                "import it by the full name of its module"
            )
        return import_line(node, name)

    def _statements(self, own: dict[str, Binding]) -> list[str]:
        """The texts of what is no import, in an order in which they can run."""
        used = {name: _uses(binding.node) for name, binding in own.items()}

        def order(name: str) -> tuple[bool, int, tuple[int, int, int]]:
            binding = own[name]
            return binding is self.root, _RANKS[binding.kind], self.cells.place(binding)

        first = sorted(own, key=order)
        now = {name: sorted(used[name].now & own.keys(), key=order) for name in first}
        later = {name: sorted(used[name].later & own.keys(), key=order) for name in first}
        nodes = {own[name].node: own[name] for name in in_order(first, now, later)}
        return [binding.text for binding in nodes.values()]
