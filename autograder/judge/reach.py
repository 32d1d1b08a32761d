"""Bodies that reach for what runs them, found in their text.

A process that checks a body holds, besides the body, the program that it is asked: the nodes of
:mod:`autograder.sandbox.hand`, whose rules are known, and which of the functions that ``gradcheck``
is asked about were made wrong. A body computes from its arguments; one that climbs its callers'
frames or imports the sandbox for its answer is not believed. This reads words, so a name that is
put together while it runs escapes it: it keeps honest people honest, the sandbox keeps the rest.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache

LENT = "autograder.sandbox.lent"  # what the judge itself writes into a function's text
_FRAMES = (
    *("_getframe", "_current_frames", "currentframe", "getouterframes", "getinnerframes"),
    *("f_back", "f_locals", "f_globals", "tb_frame", "gi_frame", "cr_frame", "ag_frame"),
    *("walk_stack", "walk_tb", "StackSummary", "setprofile", "settrace", "addaudithook"),
)
_OBJECTS = (
    *("__closure__", "cell_contents", "__globals__", "__subclasses__", "__code__", "co_code"),
    *("get_objects", "get_referrers", "get_referents", "getclosurevars", "resolve_name"),
)
_MODULES = (
    *("ctypes", "autograder.sandbox", "autograder.judge", "autograder.oracles"),
    *("autograder.exercises", "sys.modules", "sys.monitoring"),
    *("inspect.stack", "inspect.trace", "os.read", "os.pread", "os.readv", "os.fdopen"),
)
WITH_RULES = ("minitorch.second_order",)  # is for notebook 10, and can do what earlier slots do


def reach(text: str, more: tuple[str, ...] = ()) -> str:
    """The first word by which a module's text reaches beyond its arguments; empty if none does.

    more  dotted names that this text may not speak of, either
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return ""
    named = dict(pair for node in ast.walk(tree) for pair in _imported(node))
    words = _pattern(more)
    found = (words.search(word) for node in ast.walk(tree) for word in _words(node, named))
    return next((match[0] for match in found if match), "")


@cache
def _pattern(more: tuple[str, ...]) -> re.Pattern[str]:
    dotted = "|".join(map(re.escape, (*_MODULES, *more)))
    return re.compile(rf"(?<![\w.])({dotted})\b|\b({'|'.join((*_FRAMES, *_OBJECTS))})\b")


def _imported(node: ast.AST) -> Iterator[tuple[str, str]]:
    """What a name stands for that an import gives to a module, or to what is in one."""
    match node:
        case ast.Import():
            yield from ((alias.asname, alias.name) for alias in node.names if alias.asname)
        case ast.ImportFrom():
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def _words(node: ast.AST, named: Mapping[str, str]) -> Iterator[str]:
    """The names in a node of the syntax tree, dotted where they are, and its strings.

    named  what the names stand for that are imported
    """
    match node:
        case ast.Import():
            yield from (alias.name for alias in node.names)
        case ast.ImportFrom() if node.module != LENT:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        case ast.Attribute():
            yield node.attr
            yield _dotted(node, named)
        case ast.Name():
            yield node.id
        case ast.MatchClass():
            yield from node.kwd_attrs
        case ast.Constant(value=str() as said):
            yield said


def _dotted(node: ast.expr, named: Mapping[str, str]) -> str:
    """``a.b.c`` in full, the import's own name in the place of ``a``; what is no name is ``?``."""
    match node:
        case ast.Attribute():
            return f"{_dotted(node.value, named)}.{node.attr}"
        case ast.Name():
            return named.get(node.id, node.id)
    return "?"
