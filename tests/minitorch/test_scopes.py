"""Names are looked up as Python looks them up: compared with its own symbol tables."""

import argparse
import ast
import contextlib
import dataclasses
import enum
import fractions
import functools
import inspect
import random
import statistics
import symtable
import typing
from pathlib import Path

import pytest

from minitorch.source.cell import segment
from minitorch.source.names import uses

MODULES = [argparse, ast, contextlib, dataclasses, enum, fractions, functools]
MODULES += [inspect, random, statistics, typing]


def global_names(text: str) -> set[str]:
    """The global names that Python's compiler finds in a text, special ones left out."""
    found, tables = set(), [symtable.symtable(text, "text", "exec")]
    for table in tables:
        tables += table.get_children()
        for symbol in table.get_symbols():
            outside = symbol.is_global() or table.get_type() == "module"
            if outside and (symbol.is_referenced() or symbol.is_declared_global()):
                found.add(symbol.get_name())
    return {name for name in found if "__" not in name}  # a class mangles some, adds others


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_free_names_are_those_of_python(module):
    """In every function, class and assignment of a module of the standard library."""
    text = Path(module.__file__).read_text(encoding="utf-8")
    compared = 0
    for node in ast.parse(text).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Assign)):
            statement = segment(text.split("\n"), node)
            found = uses(ast.parse(statement).body[0])
            ours = {name for name in found.now | found.later if "__" not in name}
            theirs = global_names(statement)
            assert ours <= theirs <= ours | found.annotated, statement.partition("\n")[0]
            compared += 1
    assert compared >= 5
