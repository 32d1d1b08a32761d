"""The exported module: pieces in an order that runs, and their text."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Mapping

from ..slots import SLOTS, Slot
from ..source.layout import FUTURE, in_order
from ..source.names import DEFINITIONS, uses
from .pieces import Body, Import, given_part
from .rewriting import indented, with_annotations, with_short_docstrings

MADE_BY = "Made by `python -m minitorch export`"
TITLE = f'''"""A tensor autograd engine in NumPy, {{}} of {len(SLOTS)} slots filled.

{MADE_BY}: it needs NumPy, and nothing of the course.
"""'''
WRITTEN = "    # What was written in the notebooks, slot by slot."


def exported(bodies: Mapping[str, str]) -> str:
    """One module of the given part and the saved texts by slot.

    A slot without a body raises NotImplementedError when it is called. MinitorchError if a body
    uses minitorch in a way that one module cannot.
    """
    pieces, tensor = given_part()
    functions: dict[str, str] = {}
    methods: list[str] = []
    for name, slot in SLOTS.items():
        root = _missing(slot)
        if name in bodies:
            body = Body(slot, bodies[name])
            body.join(pieces)
            root = with_short_docstrings(body.root)
        if slot.kind == "function":
            functions[name] = with_annotations(root, slot.signature)
        else:
            methods.append(indented(with_annotations(root, slot.signature, indent=4), 4))
    helpers = {name: _annotated(text) for name, text in pieces.statements.items()}
    tensor = "\n\n".join([tensor, WRITTEN, *methods])
    statements = _ordered({**helpers, "Tensor": tensor, **functions})
    lines = _import_lines(set().union(*pieces.imports.values()), statements)
    title = TITLE.format(len(bodies))
    return "\n\n".join([title, FUTURE, lines]) + _stacked(statements)


def _missing(slot: Slot) -> str:
    return (
        f"def {slot.name}{slot.expects}:\n"
        f'    raise NotImplementedError("{slot.name} is not written: see notebook {slot.notebook}")'
    )


def _annotated(statement: str) -> str:
    """A helper with annotations; classes and assignments stay as they are."""
    is_function = isinstance(ast.parse(statement).body[0], (ast.FunctionDef, ast.AsyncFunctionDef))
    return with_annotations(statement) if is_function else statement


def _ordered(statements: Mapping[str, str]) -> list[str]:
    """The texts, each after what it needs: constants, then functions, then classes, then slots."""
    used = {name: uses(ast.parse(text).body[0]) for name, text in statements.items()}
    now = {name: [n for n in statements if n in used[name].now] for name in statements}
    later = {name: [n for n in statements if n in used[name].later] for name in statements}
    constants = [n for n, text in statements.items() if not _defines(text)]
    names = in_order([*constants, *statements], now, later)
    return list(dict.fromkeys(statements[name] for name in names))


def _defines(text: str) -> bool:
    return isinstance(ast.parse(text).body[0], DEFINITIONS)


def _import_lines(imports: Iterable[Import], statements: Iterable[str]) -> str:
    """The imports that are used: the standard library's, a blank line, the others."""
    used: set[str] = set()
    for text in statements:
        needed = uses(ast.parse(text).body[0])
        used |= needed.now | needed.later | needed.annotated
    groups: tuple[dict[Import, list[str]], ...] = ({}, {})
    for module, what in sorted(imports):
        name = what.rpartition(" as ")[2].partition(".")[0]
        if name in used:
            package = (module or what).partition(".")[0].partition(" ")[0]
            group = groups[package not in sys.stdlib_module_names]
            group.setdefault((module, "" if module else what), []).append(what)
    return "\n\n".join("\n".join(map(_import_line, g, g.values())) for g in groups if g)


def _import_line(key: Import, names: list[str]) -> str:
    return f"from {key[0]} import {', '.join(names)}" if key[0] else f"import {key[1]}"


def _stacked(statements: Iterable[str]) -> str:
    """Statements with two blank lines around functions and classes."""
    text, above = "\n", False
    for statement in statements:
        defines = _defines(statement)
        text += ("\n\n\n" if defines or above else "\n") + statement
        above = defines
    return text + "\n"
