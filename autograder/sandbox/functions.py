"""The functions that programs call by name: answers of a student's that are no slots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

Function = Callable[..., Any]
_named: dict[str, Function] = {}


def put(name: str, function: Function) -> None:
    """Let programs call a function by that name."""
    _named[name] = function


@contextmanager
def put_for_a_while(functions: Mapping[str, Function]) -> Iterator[None]:
    """Let programs call these, and no others, for the time of a ``with`` block."""
    before = dict(_named)
    _named.clear()
    _named.update(functions)
    try:
        yield
    finally:
        _named.clear()
        _named.update(before)


def named(name: str) -> Function:
    """The function of that name; NotImplementedError if nobody wrote it."""
    if name not in _named:
        raise NotImplementedError(f"{name} is not defined")
    return _named[name]


def files(names: Iterable[str] | None = None) -> set[str]:
    """The file names of functions (None: of all), also of one inside a Hypothesis test."""
    found = set()
    for function in [_named[n] for n in (_named if names is None else names) if n in _named]:
        inner = getattr(getattr(function, "hypothesis", None), "inner_test", function)
        code = getattr(inner, "__code__", None)
        if code is not None:
            found.add(code.co_filename)
    return found
