"""Small changes to a statement's text that leave its comments and layout alone."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping, Sequence

from ..source.names import DEFINITIONS, occurrences

WIDTH = 100  # columns
Edit = tuple[int, int, str]  # bytes from, bytes to, the new text
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Text:
    """A text of one or more statements, its tree, and where each node stands in bytes."""

    def __init__(self, text: str) -> None:
        self.data = text.encode()
        self.tree = ast.parse(text)
        self._starts = [0]
        for line in self.data.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def span(self, node: ast.AST) -> tuple[int, int]:
        """First and last byte of a node."""
        start = self._starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        end = self._starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        return start, end

    def edited(self, edits: Sequence[Edit]) -> str:
        """The text with the edits made; they must not overlap."""
        data = self.data
        for start, end, new in sorted(edits, reverse=True):
            data = data[:start] + new.encode() + data[end:]
        return data.decode()


def renamed(statement: str, names: Mapping[str, str], keep: str = "") -> str:
    """A statement with some of the global names in it called otherwise.

    A function named ``keep`` keeps that name, whatever calls inside it become.
    """
    text = Text(statement)
    (node,) = text.tree.body
    edits: list[Edit] = []
    for old, new in names.items():
        edits += [(*text.span(spelled), new) for spelled in occurrences(node, old)]
        if isinstance(node, DEFINITIONS) and node.name == old != keep:
            start, _ = text.span(node)
            where = re.compile(rb"(?:async\s+)?(?:def|class)\s+").match(text.data, start)
            assert where is not None
            edits.append((where.end(), where.end() + len(old.encode()), new))
    for declared in ast.walk(node):
        if isinstance(declared, ast.Global):
            listed = ", ".join(names.get(name, name) for name in declared.names)
            edits.append((*text.span(declared), f"global {listed}"))
    return text.edited(edits)


def with_short_docstrings(statement: str) -> str:
    """A statement whose docstrings are cut after their first line."""
    text = Text(statement)
    edits: list[Edit] = []
    for node in ast.walk(text.tree):
        documented = isinstance(node, DEFINITIONS) and ast.get_docstring(node)
        first = documented.partition("\n")[0] if documented else ""
        if first and not first.endswith(('"', "\\")) and '"""' not in first:
            raw = "r" if "\\" in first else ""
            edits.append((*text.span(node.body[0]), f'{raw}"""{first}"""'))  # type: ignore[attr-defined]
    return text.edited(edits)


def with_annotations(function: str, signature: str | None = None, indent: int = 0) -> str:
    """A function's text with annotations wherever a function in it has none.

    ``signature`` is the one that the function itself is to carry: the names and defaults stay its
    own. ``indent`` is how far the text will be moved to the right.
    """
    text = Text(function)
    (root,) = text.tree.body
    edits = []
    for node in ast.walk(root):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            hints = _hints(node, signature) if node is root and signature else _guesses(node)
            if hints:
                edits.append(_header(text, node, hints, indent))
    return text.edited(edits)


def _hints(node: Function, signature: str) -> dict[str, str]:
    """The signature's annotations by the function's own parameter names, and by "return"."""
    (wanted,) = ast.parse(f"def f{signature}: ...").body
    assert isinstance(wanted, ast.FunctionDef)
    theirs, ours = _parameters(wanted), _parameters(node)
    by_name = {p.arg: ast.unparse(p.annotation) for p in theirs if p.annotation}
    hints = {p.arg: by_name.get(p.arg, "Any") for p in ours}
    for their, our in zip(theirs, ours, strict=False):
        if our.arg not in by_name and their.annotation:
            hints[our.arg] = by_name[their.arg]
    if wanted.args.args and wanted.args.args[0].arg == "self" and ours:
        hints.pop(ours[0].arg)
    assert wanted.returns is not None
    return hints | {"return": ast.unparse(wanted.returns)}


def _guesses(node: Function) -> dict[str, str]:
    """What can be said of a function that has no annotation at all."""
    parameters = _parameters(node)
    if node.returns or any(p.annotation for p in parameters):
        return {}
    returns = any(isinstance(n, (ast.Yield, ast.YieldFrom)) or _gives(n) for n in ast.walk(node))
    return {p.arg: "Any" for p in parameters} | {"return": "Any" if returns else "None"}


def _gives(node: ast.AST) -> bool:
    return isinstance(node, ast.Return) and node.value is not None


def _parameters(node: Function) -> list[ast.arg]:
    given = node.args
    extra = [p for p in (given.vararg, given.kwarg) if p]
    return [*given.posonlyargs, *given.args, *given.kwonlyargs, *extra]


def _header(text: Text, node: Function, hints: Mapping[str, str], indent: int) -> Edit:
    """The line ``def name(...) -> ...:`` written anew; one parameter a line if it is too long."""
    start, _ = text.span(node)
    word = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    pieces = list(_pieces(text, node, hints))
    returns = hints["return"]
    line = f"{word} {node.name}({', '.join(pieces)}) -> {returns}:"
    if indent + node.col_offset + len(line) > WIDTH:
        margin = " " * node.col_offset
        listed = "".join(f"\n{margin}    {piece}," for piece in pieces)
        line = f"{word} {node.name}({listed}\n{margin}) -> {returns}:"
    return start, _colon(text, node) + 1, line


def _pieces(text: Text, node: Function, hints: Mapping[str, str]) -> Iterator[str]:
    """The parameters as text."""

    def piece(name: str, default: ast.expr | None = None) -> str:
        hint = f": {hints[name]}" if name in hints else ""
        if default is None:
            return name + hint
        start, end = text.span(default)
        return f"{name}{hint}{' = ' if hint else '='}{text.data[start:end].decode()}"

    given = node.args
    placed = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(placed) - len(given.defaults)) + list(given.defaults)
    for number, (parameter, default) in enumerate(zip(placed, defaults, strict=True), start=1):
        yield piece(parameter.arg, default)
        if number == len(given.posonlyargs):
            yield "/"
    if given.vararg:
        yield "*" + piece(given.vararg.arg)
    elif given.kwonlyargs:
        yield "*"
    for parameter, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        yield piece(parameter.arg, default)
    if given.kwarg:
        yield "**" + piece(given.kwarg.arg)


def _colon(text: Text, node: Function) -> int:
    """The byte of the colon that ends a function's header."""
    start, _ = text.span(node)
    depth = 0
    for token in tokenize.tokenize(io.BytesIO(text.data[start:]).readline):
        if token.type != tokenize.OP:
            continue
        depth += (token.string in "([{") - (token.string in ")]}")
        if token.string == ":" and depth == 0:
            line, column = token.start
            lines = text.data[start:].splitlines(keepends=True)
            within = lines[line - 1].decode()[:column].encode()
            return start + len(b"".join(lines[: line - 1])) + len(within)
    raise AssertionError("a function without a colon")


def indented(text: str, by: int) -> str:
    """A text moved to the right; strings over several lines keep what they say."""
    inside = _inside_strings(text)
    lines = text.split("\n")
    return "\n".join(
        line if number in inside or not line.strip() else " " * by + line
        for number, line in enumerate(lines, start=1)
    )


def _inside_strings(text: str) -> set[int]:
    """The numbers of the lines that begin within a string."""
    inside: set[int] = set()
    opened = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        name = tokenize.tok_name[token.type]
        if name == "STRING":
            inside.update(range(token.start[0] + 1, token.end[0] + 1))
        elif name in ("FSTRING_START", "TSTRING_START"):  # since Python 3.12, 3.14
            opened = opened or token.start[0]
        elif name in ("FSTRING_END", "TSTRING_END"):
            inside.update(range(opened + 1, token.end[0] + 1))
            opened = 0
    return inside
