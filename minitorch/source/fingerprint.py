"""What a text says once layout, comments, docstrings, annotations and decorators are left out."""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from ..errors import SourceError
from .cell import parse
from .names import DEFINITIONS

STUBS = Path(__file__).parent.parent / "stubs.json"
_LEFT_OUT = {
    *("ctx", "kind", "type_comment"),  # say nothing more
    *("annotation", "returns", "type_params", "decorator_list"),
}


def fingerprint(text: str) -> str:
    """The SHA-256 of a text's syntax tree, the same on every version of Python.

    Layout, comments, docstrings, annotations and decorators do not count. SourceError if the text
    cannot be read.
    """
    tree, _ = parse(text)
    return _digest(tree)


def is_stub(name: str, text: str) -> bool:
    """Whether the function of that name in the text is the released stub, or does nothing at all.

    Nothing at all: a body of a docstring, ``pass``, ``...`` and ``raise NotImplementedError``.
    """
    try:
        tree, _ = parse(text)
    except SourceError:
        return False
    found = [node for node in tree.body if isinstance(node, DEFINITIONS) and node.name == name]
    if not found:
        return False
    alone = ast.Module(body=[found[-1]], type_ignores=[])
    return all(_is_empty(node) for node in found[-1].body) or _released(name) in (
        _digest(tree),
        _digest(alone),
    )


@cache
def _stubs() -> dict[str, str]:
    return json.loads(STUBS.read_text(encoding="utf-8")) if STUBS.exists() else {}


def _released(name: str) -> str | None:
    return _stubs().get(name)


def _is_empty(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Raise):
        raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        return isinstance(raised, ast.Name) and raised.id == "NotImplementedError"
    return isinstance(node, ast.Pass)


def _digest(tree: ast.AST) -> str:
    written = hashlib.sha256()
    for token in _tokens(tree):
        written.update(token.encode("ascii", "backslashreplace") + b"\n")
    return written.hexdigest()


def _tokens(tree: ast.AST) -> Iterator[str]:
    """The tree in preorder, without what versions of Python differ in: None and empty lists."""
    stack: list[Any] = [tree]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, list):
            yield "["
            stack += ["]", *reversed(item)]
        elif isinstance(item, ast.Constant) or not isinstance(item, ast.AST):
            yield _constant(item.value if isinstance(item, ast.Constant) else item)
        elif isinstance(item, ast.AnnAssign):
            stack += [ast.Assign([item.target], item.value)] if item.value else []
        else:
            yield type(item).__name__
            for name, value in reversed(_fields(item)):
                stack += [value, f".{name}"]


def _fields(node: ast.AST) -> list[tuple[str, Any]]:
    """The fields that count, by name."""
    found = {
        name: value
        for name, value in ast.iter_fields(node)
        if name not in _LEFT_OUT and value is not None and value != []
    }
    if isinstance(node, (ast.Module, *DEFINITIONS)) and node.body and _is_text(node.body[0]):
        found["body"] = node.body[1:]
    return list(found.items())


def _is_text(node: ast.stmt) -> bool:
    """Whether a statement is a string alone: a docstring, if it comes first."""
    constant = node.value if isinstance(node, ast.Expr) else None
    return isinstance(constant, ast.Constant) and isinstance(constant.value, str)


def _constant(value: object) -> str:
    """A literal as text; ``hex`` because a long int has no decimal form, ``ascii`` as str grows."""
    return f"{type(value).__name__} {hex(value) if type(value) is int else ascii(value)}"
