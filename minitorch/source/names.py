"""Which global names a statement uses and binds, by Python's rules of scope.

Read from the syntax tree alone: nothing is executed, and the answer is the same on every version
of Python.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass, field

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
ALWAYS_THERE = frozenset(dir(builtins)) | {"__name__", "__file__", "__class__"}
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass
class Uses:
    """The global names of one statement, by when Python looks them up.

    now        as the statement runs: in a constant's value, a decorator, a default
    later      when a function that it defines is called
    annotated  in annotations alone, which need not be evaluated
    """

    now: set[str] = field(default_factory=set)
    later: set[str] = field(default_factory=set)
    annotated: set[str] = field(default_factory=set)


def uses(statement: ast.stmt) -> Uses:
    """The global names that one top-level statement uses, builtins among them."""
    module = _Scope("module")
    annotations: list[ast.expr] = []
    _read([(statement, module)], annotations)
    now, later = module.escaping()
    notes = _Scope("module")
    _read([(annotation, notes) for annotation in annotations], [])
    annotated = set().union(*notes.escaping())
    return Uses(now, later, annotated - now - later)


def occurrences(statement: ast.stmt, name: str) -> list[ast.Name]:
    """Where a top-level statement spells the global name, annotations among them."""
    module = _Scope("module")
    annotations: list[ast.expr] = []
    _read([(statement, module)], annotations)
    _read([(annotation, module) for annotation in annotations], [])
    return list(module.spelled(name))


def bound(statement: ast.AST) -> Iterator[str]:
    """The names that a statement binds in its own scope, inner scopes left out."""
    stack = [statement]
    while stack:
        node = stack.pop()
        yield from _binds(node)
        if not isinstance(node, (*DEFINITIONS, ast.Lambda, *COMPREHENSIONS)):
            stack.extend(ast.iter_child_nodes(node))


def _binds(node: ast.AST) -> Iterator[str]:
    """The names that this very node binds."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
    elif isinstance(node, (*DEFINITIONS, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
        if node.name:
            yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest


@dataclass
class _Scope:
    """One scope: what it binds, what it looks up, and the scopes inside it."""

    kind: str  # "module", "class", "function" or "comprehension"
    outer: _Scope | None = None
    bound: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    declared: set[str] = field(default_factory=set)  # ``global`` names
    names: list[ast.Name] = field(default_factory=list)
    inner: list[_Scope] = field(default_factory=list)

    def within(self, kind: str) -> _Scope:
        """A new scope inside this one."""
        scope = _Scope(kind, outer=self)
        self.inner.append(scope)
        return scope

    def walrus(self) -> _Scope:
        """The scope in which ``:=`` binds: the nearest that is no comprehension."""
        return self.outer.walrus() if self.kind == "comprehension" and self.outer else self

    def escaping(self) -> tuple[set[str], set[str]]:
        """The names that are looked up outside this scope: at once, and when it is called."""
        own = self.used if self.kind == "module" else self.used - self.bound
        now, later = own | self.declared, set()
        hidden = self.bound - self.declared if self.kind in ("function", "comprehension") else set()
        for scope in self.inner:
            inner_now, inner_later = scope.escaping()
            now |= inner_now - (hidden - scope.all_declared())
            later |= inner_later - (hidden - scope.all_declared())
        return (set(), now | later) if self.kind == "function" else (now, later)

    def spelled(self, name: str, hidden: bool = False) -> Iterator[ast.Name]:
        """The nodes in this scope and those inside it that mean the global name."""
        if self.kind != "module" and name in self.bound | self.declared:
            here = name not in self.declared
        else:
            here = hidden
        if not here:
            yield from (node for node in self.names if node.id == name)
        for scope in self.inner:
            yield from scope.spelled(name, hidden if self.kind == "class" else here)

    def all_declared(self) -> set[str]:
        """The ``global`` names of this scope and those inside it, which no scope between hides."""
        return self.declared.union(*(scope.all_declared() for scope in self.inner))


_Work = list[tuple[ast.AST, _Scope]]


def _read(work: _Work, annotations: list[ast.expr]) -> None:
    """Fill the scopes, without recursion; annotations are put aside."""
    while work:
        node, scope = work.pop()
        if isinstance(node, ast.NamedExpr):
            work += [(node.target, scope.walrus()), (node.value, scope)]
        elif isinstance(node, FUNCTIONS):
            work += _function(node, scope, annotations)
        elif isinstance(node, ast.ClassDef):
            scope.bound.add(node.name)
            inside = scope.within("class")
            work += [(part, inside) for part in node.body]
            work += [(part, scope) for part in (*node.bases, *node.keywords, *node.decorator_list)]
        elif isinstance(node, COMPREHENSIONS):
            work += _comprehension(node, scope)
        else:
            work += _plain(node, scope, annotations)


def _plain(node: ast.AST, scope: _Scope, annotations: list[ast.expr]) -> _Work:
    """A node that opens no scope."""
    if isinstance(node, ast.Global):
        scope.declared.update(node.names)
    elif isinstance(node, ast.Name):
        scope.names.append(node)
        (scope.used if isinstance(node.ctx, ast.Load) else scope.bound).add(node.id)
    else:
        scope.bound.update(_binds(node))
    if isinstance(node, ast.AnnAssign):
        annotations.append(node.annotation)
        return [(part, scope) for part in (node.target, node.value) if part]
    return [(part, scope) for part in ast.iter_child_nodes(node)]


def _function(
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda,
    scope: _Scope,
    annotations: list[ast.expr],
) -> _Work:
    """Defaults and decorators belong to the outer scope, parameters and body to the inner one."""
    inside = scope.within("function")
    given = node.args
    parameters = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    parameters += [extra for extra in (given.vararg, given.kwarg) if extra]
    inside.bound.update(parameter.arg for parameter in parameters)
    annotations += [parameter.annotation for parameter in parameters if parameter.annotation]
    outside = [*given.defaults, *(default for default in given.kw_defaults if default)]
    if isinstance(node, ast.Lambda):
        body: list[ast.AST] = [node.body]
    else:
        scope.bound.add(node.name)
        annotations += [node.returns] if node.returns else []
        outside += node.decorator_list
        body = [*node.body]
    return [(part, inside) for part in body] + [(part, scope) for part in outside]


def _comprehension(node: ast.AST, scope: _Scope) -> _Work:
    """The first iterable belongs to the scope outside, all the rest to the one inside."""
    inside = scope.within("comprehension")
    first, *_ = generators = node.generators  # type: ignore[attr-defined]
    parts = [part for part in ast.iter_child_nodes(node) if part not in generators]
    parts += [part for g in generators for part in (g.target, *g.ifs)]
    parts += [g.iter for g in generators[1:]]
    return [(first.iter, scope), *((part, inside) for part in parts)]
