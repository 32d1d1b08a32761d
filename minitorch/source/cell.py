"""One text (a notebook cell, a Python file), read as what it binds at its top level."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from ..errors import SourceError
from .magics import without_magics
from .names import DEFINITIONS, bound

LARGEST = 64 * 1024  # characters of one text; all answers of the course in one file have 45,000
DEEPEST = 150  # levels of syntax tree; generous for code that a person wrote

_KINDS = {
    ast.FunctionDef: "def",
    ast.AsyncFunctionDef: "def",
    ast.ClassDef: "class",
    ast.Import: "import",
    ast.ImportFrom: "import",
    ast.Assign: "constant",
    ast.AnnAssign: "constant",
    ast.AugAssign: "augmented",
}
_UNSAVABLE = {
    ast.For: "a for loop binds",
    ast.AsyncFor: "a for loop binds",
    ast.While: "a while loop binds",
    ast.With: "a with statement binds",
    ast.AsyncWith: "a with statement binds",
    ast.If: "an if statement binds",
    ast.Try: "a try statement binds",
    ast.TryStar: "a try statement binds",
    ast.Match: "a match statement binds",
    ast.Delete: "a del statement deletes",
}


@dataclass(frozen=True, eq=False)
class Binding:
    """One statement that binds a name and can be run again elsewhere."""

    name: str
    kind: str  # "def", "class", "import", "constant", "augmented" or "guard" (of an import)
    node: ast.stmt
    lines: list[str] = field(repr=False)  # of the text that it stands in
    implemented: bool = False  # decorated with @implement

    @property
    def text(self) -> str:
        """The statement as it was written, without @implement."""
        return segment(self.lines, self.node)


@dataclass(frozen=True, eq=False)
class Cell:
    """What one text binds; ``broken`` says why a text that could not be read binds nothing."""

    text: str
    broken: str = ""
    bindings: tuple[Binding, ...] = ()
    unsavable: dict[str, str] = field(default_factory=dict)  # name -> "a for loop binds"
    stars: tuple[str, ...] = ()  # modules of ``from module import *``

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word in the text."""
        return frozenset(re.findall(r"\w+", self.text))


@lru_cache(maxsize=512)
def read_cell(text: str) -> Cell:
    """Read one text; nothing in it is executed, and nothing in it raises."""
    try:
        tree, python = parse(text)
    except SourceError as error:
        return Cell(text, broken=str(error))
    lines = python.split("\n")
    bindings: list[Binding] = []
    unsavable = {
        name: "a function with a global statement binds"
        for node in ast.walk(tree)
        if isinstance(node, ast.Global)
        for name in node.names
    }
    for node in tree.body:
        kind = _kind(node)
        if kind == "unsavable":
            word = _UNSAVABLE.get(type(node), "an assignment inside another statement binds")
            unsavable.update(dict.fromkeys(bound(node), word))
        elif kind:
            made = _take_implement(node)
            bindings += [Binding(name, kind, node, lines, made) for name in bound(node)]
    stars = tuple(
        node.module or "."
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*"
    )
    return Cell(text, "", tuple(bindings), unsavable, stars)


def parse(text: str) -> tuple[ast.Module, str]:
    """The syntax tree, and the text it was read from (IPython's magics taken out).

    SourceError if the text is too large, nested too deeply, or no Python.
    """
    if len(text) > LARGEST:
        raise SourceError(f"the text has {len(text)} characters; at most {LARGEST} are read")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    try:
        return _tree(text), text
    except SourceError:
        python = without_magics(text)
        if python == text:
            raise
        return _tree(python), python


def _tree(text: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an invalid escape in a docstring is no error
            tree = ast.parse(text)
    except SyntaxError as error:
        raise SourceError(f"line {error.lineno}: {error.msg}") from None
    except ValueError as error:  # a null byte, half a surrogate pair
        raise SourceError(str(error)) from None
    except (RecursionError, MemoryError):
        raise SourceError("the code is nested too deeply to be read") from None
    level: list[ast.AST] = [tree]
    for _ in range(DEEPEST):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    if level:
        raise SourceError(f"the code is nested more than {DEEPEST} levels deep")
    return tree


def _kind(node: ast.stmt) -> str:
    """How a statement binds names: a kind of Binding, "unsavable", or "" for not at all."""
    if isinstance(node, (ast.If, ast.Try, ast.TryStar)):
        if isinstance(node, ast.If) and _asks_for_main(node.test):
            return ""
        return "guard" if _is_import_guard(node) else "unsavable"
    if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
        return ""
    if isinstance(node, ast.AnnAssign) and node.value is None:
        return ""
    return _KINDS.get(type(node), "unsavable")


def _asks_for_main(test: ast.expr) -> bool:
    """Whether an if statement asks for __name__: what it guards runs in a script alone."""
    return any(isinstance(node, ast.Name) and node.id == "__name__" for node in ast.walk(test))


def _is_import_guard(node: ast.stmt) -> bool:
    """Whether an if or try holds nothing but imports and plain assignments, one import at least."""
    leaves = list(_leaves(node))
    simple = (ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.Pass)
    imports = any(isinstance(leaf, (ast.Import, ast.ImportFrom)) for leaf in leaves)
    return imports and all(isinstance(leaf, simple) for leaf in leaves)


def _leaves(node: ast.AST) -> Iterator[ast.AST]:
    """The simple statements inside an if or try, at any depth."""
    if not isinstance(node, (ast.If, ast.Try, ast.TryStar, ast.ExceptHandler)):
        yield node
        return
    for block in ("body", "handlers", "orelse", "finalbody"):
        for child in getattr(node, block, []):
            yield from _leaves(child)


def _take_implement(node: ast.stmt) -> bool:
    """Whether a function was decorated with @implement; the decorator is taken off the tree."""
    if not isinstance(node, DEFINITIONS):
        return False
    before = len(node.decorator_list)
    node.decorator_list = [d for d in node.decorator_list if not _is_implement(d)]
    return len(node.decorator_list) < before


def _is_implement(decorator: ast.expr) -> bool:
    """``@implement`` or ``@minitorch.implement``."""
    name = decorator.attr if isinstance(decorator, ast.Attribute) else getattr(decorator, "id", "")
    return name == "implement"


def segment(lines: list[str], node: ast.stmt) -> str:
    """A top-level statement as it was written, with the decorators that the tree still holds."""
    assert node.end_lineno is not None
    kept: list[str] = []
    if isinstance(node, DEFINITIONS):
        for decorator in node.decorator_list:
            assert decorator.end_lineno is not None
            kept += lines[decorator.lineno - 1 : decorator.end_lineno]
    body = [line.encode() for line in lines[node.lineno - 1 : node.end_lineno]]  # offsets are bytes
    after = body[-1][node.end_col_offset :]
    if not re.match(rb"\s*#", after):
        body[-1] = body[-1][: node.end_col_offset]
    body[0] = body[0][node.col_offset :]
    return "\n".join([*kept, *(line.decode() for line in body)]).rstrip()
