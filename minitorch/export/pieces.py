"""What the exported module is made of, before it is put in order."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import MinitorchError
from ..slots import SLOTS, Slot
from ..source.cell import parse, segment
from ..source.layout import aliases, import_line
from ..source.names import bound, uses
from .rewriting import renamed, with_short_docstrings

GIVEN = Path(__file__).parent.parent / "tensor.py"
FUNCTIONS = [name for name, slot in SLOTS.items() if slot.kind == "function"]
TAKEN = {"Tensor", *FUNCTIONS, *dir(builtins)}  # no helper may be called so
Import = tuple[str, str]  # ("", "numpy as np") or ("math", "pi")


@dataclass
class Pieces:
    """Statements and imports, by the name that they bind."""

    statements: dict[str, str] = field(default_factory=dict)
    imports: dict[str, set[Import]] = field(default_factory=dict)

    def fits(self, name: str, text: str) -> bool:
        """Whether a statement can bind the name here: nobody else does, or the same text."""
        taken = name in self.imports or name in TAKEN
        return not taken and self.statements.get(name, text) == text

    def fits_import(self, name: str, line: Import) -> bool:
        """Whether an import can bind the name here."""
        if name in self.statements or name in TAKEN:
            return False
        return all(line == other or _is_plain(line, other) for other in self.imports.get(name, ()))


def _is_plain(*lines: Import) -> bool:
    """Whether they are ``import a.b`` and ``import a.c``, which get on with one another."""
    return all(not module and " as " not in what for module, what in lines)


def given_part() -> tuple[Pieces, str]:
    """What tensor.py holds but the class, and the class, without its list of slots."""
    text = GIVEN.read_text(encoding="utf-8")
    tree, _ = parse(text)
    lines = text.split("\n")
    pieces = Pieces()
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for name in aliases(node):
                pieces.imports.setdefault(name, set()).add(import_line(node, name))
        else:
            for name in bound(node):
                pieces.statements[name] = with_short_docstrings(segment(lines, node))
    pieces.imports |= {"Sequence": {("collections.abc", "Sequence")}}  # the signatures need it
    pieces.imports.pop("annotations")
    return pieces, re.sub(r"\n +# The slots.*\n( +\w+: .*\n)+", "", pieces.statements.pop("Tensor"))


class Body:
    """One saved body on its way into the module, with what it brings along."""

    def __init__(self, slot: Slot, text: str) -> None:
        tree, python = parse(text)
        lines = python.split("\n")
        self.slot = slot
        self.root = ""
        self.words = set(re.findall(r"\w+", text))
        self.statements: dict[str, str] = {}
        self.imports: dict[str, Import] = {}
        for node in tree.body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                self._add_import(node)
            elif isinstance(node, ast.FunctionDef) and node.name == slot.name:
                self.root = segment(lines, node)
            else:
                self.statements.update(dict.fromkeys(bound(node), segment(lines, node)))
        if not self.root:
            raise MinitorchError(f"the saved text of {slot.name} has no def {slot.name}")
        if slot.name not in TAKEN and slot.name in uses(ast.parse(self.root).body[0]).later:
            self.statements[slot.name] = _as_function(slot.name)

    def _add_import(self, node: ast.Import | ast.ImportFrom) -> None:
        for name, alias in aliases(node).items():
            module, _ = line = import_line(node, name)
            if module == "__future__":
                continue
            if line[1].partition(" ")[0] == "minitorch":
                self.imports["sys"] = ("", "sys")
                self.statements[name] = f"{name} = sys.modules[__name__]"
            elif module in ("minitorch", "minitorch.tensor"):
                self._add_own(name, alias.name)
            elif "minitorch" in (module or line[1]).split("."):
                raise MinitorchError(
                    f"{self.slot.name} imports {module or line[1]}, which a module of its own "
                    "cannot use; import from minitorch itself"
                )
            else:
                self.imports[name] = line

    def _add_own(self, name: str, what: str) -> None:
        """``from minitorch import what as name``: it is in the module already, or nearly."""
        if what in SLOTS and what not in FUNCTIONS:
            self.statements[what] = _as_function(what)
        if name != what:
            self.statements[name] = f"{name} = {what}"

    def join(self, pieces: Pieces) -> None:
        """Add what the body brings along, under other names where its own are taken."""
        names = self._renames(pieces)
        for name, (module, what) in self.imports.items():
            new = names.get(name, name)
            if new != name:
                what = f"{what.partition(' ')[0]} as {new}"
            pieces.imports.setdefault(new, set()).add((module, what))
        for name, text in self.statements.items():
            pieces.statements[names.get(name, name)] = renamed(text, names)
        self.root = renamed(self.root, names, keep=self.slot.name)

    def _renames(self, pieces: Pieces) -> dict[str, str]:
        """The names that must change, and what to."""
        imports, statements = self.imports.items(), self.statements.items()
        changed = {name for name, line in imports if not pieces.fits_import(name, line)}
        changed |= {name for name, text in statements if not pieces.fits(name, text)}
        changed |= {n for n in self.statements if re.match(r"__\w*(?<!__)$", n)}  # a class mangles
        while more := set(self._users(changed)) - changed:
            changed |= more
        return {name: self._new_name(name, pieces) for name in sorted(changed)}

    def _users(self, changed: set[str]) -> Iterator[str]:
        """The helpers that use a name which changes: their text will be another too."""
        for name, text in self.statements.items():
            used = uses(ast.parse(text).body[0])
            if (used.now | used.later) & changed:
                yield name

    def _new_name(self, name: str, pieces: Pieces) -> str:
        new = f"{name.lstrip('_') if name.startswith('__') else name}_{self.slot.name}"
        while new in self.words or new in pieces.statements or new in pieces.imports:
            new += "_"
        return new


def _as_function(name: str) -> str:
    """A method as a function: ``exp(x)`` for ``x.exp()``."""
    return (
        f"def {name}(tensor: Tensor, *args: Any, **kwargs: Any) -> Any:\n"
        f"    return tensor.{name}(*args, **kwargs)"
    )
