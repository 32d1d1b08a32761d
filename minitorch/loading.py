"""Saved bodies brought into this process, and kept up with what other notebooks save."""

from __future__ import annotations

import builtins
import linecache
import os
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from . import saving
from .slots import SLOTS, attach, attached, detach

_seen: dict[str, tuple[saving.Stamp | None, str | None]] = {}  # the files as last looked at
_saved: dict[str, Callable[..., Any]] = {}  # the functions that were made of them


def load(name: str, text: str, filename: str | Path | None = None) -> Callable[..., Any]:
    """Run a body's text in a module of its own, and return the function.

    A function named as a builtin (``sum``, ``pow``) leaves the builtin alone. Whatever the text
    raises passes through.
    """
    return load_module(name, text, filename)[0]


def load_module(
    name: str, text: str, filename: str | Path | None = None
) -> tuple[Callable[..., Any], dict[str, Any]]:
    """As :func:`load`; the module's names come second."""
    filename = str(saving.path(name) if filename is None else filename)
    module = ModuleType(f"minitorch.student.{name}")
    module.__file__ = filename
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an invalid escape in a docstring is no error
        code = compile(text, filename, "exec", dont_inherit=True)
    sys.modules[module.__name__] = module  # where a dataclass looks its annotations up
    try:
        exec(code, module.__dict__)
    except BaseException:
        del sys.modules[module.__name__]
        raise
    body = module.__dict__[name]
    if hasattr(builtins, name):
        del module.__dict__[name]
    return body, module.__dict__


def save(name: str, text: str, body: Callable[..., Any]) -> None:
    """Save a body's text and attach the function that was loaded from it."""
    saving.save(name, text)
    stamp = saving.stamp(name)
    _seen[name] = (stamp if saving.read(name) == text else None), text  # unless someone was faster
    _attach(name, body)


def is_saved(name: str) -> bool:
    """Whether the body that hangs in the slot is the one that is saved, not one lent to it."""
    body = attached(name)
    return body is not None and body is _saved.get(name)


def _attach(name: str, body: Callable[..., Any]) -> None:
    linecache.checkcache(str(saving.path(name)))  # warnings show this text, not the one before
    _saved[name] = body
    attach(name, body)


def refresh() -> list[str]:
    """Load what was saved since the last time; the names of the slots that changed.

    A file that cannot be loaded is named on the terminal, and its slot is left empty.
    """
    if not _seen and not os.path.isdir(saving.folder()):
        return []
    return [name for name in SLOTS if _changed(name) and _bring(name)]


def _changed(name: str) -> bool:
    """Whether a slot's file was written, or removed, since this process last looked."""
    return saving.stamp(name) != _seen.get(name, (None, None))[0]


def _bring(name: str) -> bool:
    """Load and attach a saved body; False if its text is what it was."""
    stamp, before = saving.stamp(name), _seen.get(name, (None, None))[1]
    try:
        text = saving.read(name)
        _seen[name] = stamp, text
        if text == before:
            return False
        _saved.pop(name, None)
        detach(name)
        if text is not None:
            _attach(name, load(name, text))
    except Exception as error:
        _seen[name] = stamp, None
        say(
            f"minitorch: the saved body of {name} could not be loaded "
            f"({type(error).__name__}: {error}); run the cell that defines it again, "
            f"or look at {saving.path(name)}"
        )
    return True


def say(line: str) -> None:
    """Print one line; characters that the terminal does not have are escaped."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(line.encode(encoding, "backslashreplace").decode(encoding))
