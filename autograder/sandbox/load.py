"""Bodies as text or code, executed in clean namespaces and hung into the slots."""

from __future__ import annotations

import ast
import linecache
import marshal
from collections.abc import Mapping
from typing import Any

from minitorch.loading import load_module
from minitorch.slots import SLOTS, attach, detach

from . import functions, lent

REFERENCE = "<reference>"  # the file name of every lent body: there is no source behind it


def compiled(text: str) -> bytes:
    """A module's code, marshalled: without docstrings, and with line numbers that say nothing."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if "lineno" in node._attributes:
            node.lineno = node.end_lineno = 1  # type: ignore[attr-defined]
            node.col_offset = node.end_col_offset = 0  # type: ignore[attr-defined]
        documented = isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef))
        if documented and ast.get_docstring(node) is not None:  # type: ignore[arg-type]
            nothing = ast.Pass(lineno=1, col_offset=0)
            node.body[:1] = [] if len(node.body) > 1 else [nothing]  # type: ignore[attr-defined]
    return marshal.dumps(compile(tree, REFERENCE, "exec", dont_inherit=True))


class Loaded:
    """The bodies of one check: what was lent, and what a student wrote."""

    def __init__(self) -> None:
        self.bodies: dict[str, Any] = {}

    def lend(self, codes: Mapping[str, bytes | None]) -> None:
        """Hang reference bodies into their slots; each is a marshalled module of one body.

        A function that is no slot can be imported from :mod:`.lent` afterwards. None empties a
        slot.
        """
        for name, code in codes.items():
            if code is None:
                detach(name)
                continue
            namespace: dict[str, Any] = {"__name__": REFERENCE}
            exec(marshal.loads(code), namespace)
            if name in SLOTS:
                attach(name, namespace[name])
            else:
                lent.lend({name: namespace[name]})

    def load(self, name: str, text: str) -> None:
        """Execute a module's text and take what it calls ``name``; a slot's body is attached."""
        file = f"<body {name}>"
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        body, _ = load_module(name, text, file)
        if name in SLOTS:
            if not callable(body):
                raise TypeError(f"{name} is {type(body).__name__}, expected a function")
            attach(name, body)
        elif callable(body):
            functions.put(name, body)
        self.bodies[name] = body
