"""Bodies that reach for what runs them, found in their text.

A process that checks a body holds, besides the body, the program that it is asked: the nodes of
:mod:`autograder.sandbox.hand`, whose rules are known, and which of the functions that ``gradcheck``
is asked about were made wrong. A body computes from its arguments; one that climbs its callers'
frames or imports the sandbox for its answer is not believed. This reads words, so a name that is
put together while it runs escapes it: it keeps honest people honest, the sandbox keeps the rest.
A module that holds more than is given is spoken of by its attributes alone, never as a whole: what
another name of it would be asked for can't be read.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from autograder import __all__ as GIVEN

LENT = "autograder.sandbox.lent"  # what the judge itself writes into a function's text
_FRAMES = (
    *("_getframe", "_current_frames", "currentframe", "getouterframes", "getinnerframes"),
    *("f_back", "f_locals", "f_globals", "tb_frame", "gi_frame", "cr_frame", "ag_frame"),
    *("walk_stack", "walk_tb", "StackSummary", "setprofile", "settrace", "addaudithook"),
    "capture_locals",
)
_OBJECTS = (
    *("__closure__", "cell_contents", "__globals__", "__subclasses__", "__code__", "co_code"),
    *("get_objects", "get_referrers", "get_referents", "getclosurevars", "resolve_name"),
    *("getmembers", "getmembers_static", "__import__"),
)
_MODULES = (
    *("ctypes", "importlib", "pdb", "bdb", "sys.modules", "sys.monitoring"),
    *("inspect.stack", "inspect.trace", "os.read", "os.pread", "os.readv", "os.fdopen"),
)
_OURS = rf"autograder\.(?!(?:{'|'.join(GIVEN)})\b(?!\.\w))\w+"  # all but what students are given
_WITHIN = {"sandbox", "judge", "lending", "modules", "autograder"}  # of any object, or as a text
_MODULES_OF_MODULES = _WITHIN | {"sys", "os", "inspect"}  # np.sys
WITH_RULES = (
    "minitorch.second_order",  # is for notebook 10, and can do what earlier slots do
    "minitorch.draw",  # orders a graph as backward has to
)


def reach(text: str, more: tuple[str, ...] = ()) -> str:
    """The first word by which a module's text reaches beyond its arguments; empty if none does.

    more  dotted names that this text may not speak of, either
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return ""
    return next(_Text(tree, (*_MODULES, *more)).reaching(), "")


@dataclass(frozen=True)
class _Text:
    """A module's syntax tree, and the dotted names that it may not speak of."""

    tree: ast.Module
    dotted: tuple[str, ...]

    def reaching(self) -> Iterator[str]:
        """Every word that reaches, outer statements first."""
        for node in ast.walk(self.tree):
            matches = map(self._pattern.search, _words(node, self._named))
            yield from (match[0] for match in matches if match)
            yield from _inner(node)
            yield from self._whole(node)

    def _whole(self, node: ast.AST) -> Iterator[str]:
        """A module's name that stands for more than one attribute of it."""
        match node:
            case ast.ImportFrom(module=module, names=[ast.alias(name="*")]) if module in self._held:
                yield f"{module}.*"
            case ast.Name() if self._named.get(node.id) in self._held:
                if id(node) not in self._bases:
                    yield node.id

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        dotted = "|".join((*map(re.escape, self.dotted), _OURS))
        return re.compile(rf"(?<![\w.])({dotted})\b|\b({'|'.join((*_FRAMES, *_OBJECTS))})\b")

    @cached_property
    def _held(self) -> set[str]:
        """The modules that hold what may not be spoken of."""
        return {"autograder", *(name.partition(".")[0] for name in self.dotted)}

    @cached_property
    def _named(self) -> dict[str, str]:
        return dict(pair for node in ast.walk(self.tree) for pair in _imported(node))

    @cached_property
    def _bases(self) -> set[int]:
        """The nodes that only an attribute is taken of."""
        return {id(node.value) for node in ast.walk(self.tree) if isinstance(node, ast.Attribute)}


def _imported(node: ast.AST) -> Iterator[tuple[str, str]]:
    """What a name stands for that an import gives to a module, or to what is in one."""
    match node:
        case ast.Import():
            for alias in node.names:
                top = alias.name.partition(".")[0]
                yield (alias.asname, alias.name) if alias.asname else (top, top)
        case ast.ImportFrom():
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def _words(node: ast.AST, named: Mapping[str, str]) -> Iterator[str]:
    """The names in a node of the syntax tree, dotted where they are, and its strings.

    named  what the names stand for that are imported
    """
    if isinstance(node, ast.ImportFrom):
        if node.module != LENT:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        return
    for _, value in ast.iter_fields(node):
        yield from (x for x in (value if isinstance(value, list) else [value]) if type(x) is str)
    match node:
        case ast.Attribute():
            yield _dotted(node, named)
        case ast.Constant(value=bytes() as said):
            yield said.decode("latin-1")


def _inner(node: ast.AST) -> Iterator[str]:
    """What no object but a module of the course's or Python's own has, and relative imports."""
    match node:
        case ast.ImportFrom(level=level, module=module) if level:
            yield "." * level + (module or "")
        case ast.ImportFrom():
            yield from (alias.name for alias in node.names if alias.name in _MODULES_OF_MODULES)
        case ast.Attribute() if node.attr in _MODULES_OF_MODULES:
            yield node.attr
        case ast.Constant(value=str() as said) if _WITHIN & set(said.split(".")):
            yield said


def _dotted(node: ast.expr, named: Mapping[str, str]) -> str:
    """``a.b.c`` in full, the import's own name in the place of ``a``; what is no name is ``?``."""
    match node:
        case ast.Attribute():
            return f"{_dotted(node.value, named)}.{node.attr}"
        case ast.Name():
            return named.get(node.id, node.id)
    return "?"
