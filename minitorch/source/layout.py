"""The order and the text of a module made of collected statements."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

FUTURE = "from __future__ import annotations"  # so that no annotation is ever evaluated


def in_order(
    names: Iterable[str],
    now: Mapping[str, Collection[str]],
    later: Mapping[str, Collection[str]],
) -> list[str]:
    """The names so that each comes after what it needs.

    ``now[name]`` is needed when the statement runs, ``later[name]`` when its function is called:
    where functions call each other in a circle, the second kind alone may come after.
    """
    placed: dict[str, None] = {}
    ready: set[str] = set()  # all that they need at once is placed
    started: set[str] = set()

    def visit(name: str) -> Iterator[str]:
        for needed in now[name]:
            if needed in ready:
                placed.setdefault(needed)
            yield needed
        ready.add(name)
        yield from later[name]
        placed.setdefault(name)

    for first in names:
        stack = [iter([first])]
        while stack:
            name = next(stack[-1], None)
            if name is None:
                stack.pop()
            elif name not in started:
                started.add(name)
                stack.append(visit(name))
    return list(placed)


@lru_cache(maxsize=1024)
def aliases(node: ast.Import | ast.ImportFrom) -> dict[str, ast.alias]:
    """What an import statement binds, by name."""
    return {alias.asname or alias.name.partition(".")[0]: alias for alias in node.names}


def import_line(node: ast.Import | ast.ImportFrom, name: str) -> tuple[str, str]:
    """The one import that binds the name: ("", "numpy as np"), ("math", "pi")."""
    alias = aliases(node)[name]
    what = f"{alias.name} as {alias.asname}" if alias.asname else alias.name
    return (node.module or "" if isinstance(node, ast.ImportFrom) else ""), what


def module_text(imports: Iterable[tuple[str, str]], statements: Sequence[str]) -> str:
    """A module: sorted imports, then the statements, functions set off by two blank lines."""
    modules: dict[str, list[str]] = {}
    for module, what in sorted(set(imports)):
        modules.setdefault(module, []).append(what)
    lines = [f"import {what}" for what in modules.pop("", [])]
    lines += [f"from {module} import {', '.join(what)}" for module, what in modules.items()]
    blocks = [FUTURE, *(["\n".join(lines)] if lines else [])]
    text = "\n\n".join(blocks)
    above = "import"
    for statement in statements:
        kind = "def" if statement.startswith(("def ", "async def ", "class ", "@")) else "constant"
        text += "\n" * (1 if kind == above == "constant" else 3 if "def" in (kind, above) else 2)
        text += statement
        above = kind
    return text + "\n"
