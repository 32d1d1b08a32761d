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
from collections.abc import Iterator

LENT = "autograder.sandbox.lent"  # what the judge itself writes into a function's text
_FRAMES = (
    *("_getframe", "_current_frames", "currentframe", "getouterframes", "getinnerframes"),
    *("f_back", "f_locals", "f_globals", "tb_frame", "gi_frame", "cr_frame", "ag_frame"),
)
_OBJECTS = (
    *("__closure__", "cell_contents", "__globals__", "__subclasses__"),
    *("get_objects", "get_referrers", "get_referents"),
)
_MODULES = ("ctypes", "autograder.sandbox", "sys.modules", "inspect.stack")
_WORD = re.compile(
    rf"(?<![\w.])({'|'.join(map(re.escape, _MODULES))})\b|\b({'|'.join((*_FRAMES, *_OBJECTS))})\b"
)


def reach(text: str) -> str:
    """The first word by which a module's text reaches beyond its arguments; empty if none does."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return ""
    found = (_WORD.search(word) for node in ast.walk(tree) for word in _words(node))
    return next((match[0] for match in found if match), "")


def _words(node: ast.AST) -> Iterator[str]:
    """The names in a node of the syntax tree, dotted where they are, and its strings."""
    match node:
        case ast.Import():
            yield from (alias.name for alias in node.names)
        case ast.ImportFrom() if node.module != LENT:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        case ast.Attribute(value=ast.Name(id=owner)):
            yield f"{owner}.{node.attr}"
        case ast.Attribute():
            yield node.attr
        case ast.Name():
            yield node.id
        case ast.Constant(value=str() as said):
            yield said
