"""What must hold before a body is saved: it runs elsewhere as it runs here."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from functools import partial
from types import FunctionType
from typing import Any

import numpy as np

from . import loading
from .errors import UnsavableError
from .source import Closure
from .tensor import Tensor

SHOWN = 40  # characters of a value in a message


def keep(name: str, closure: Closure, here: Mapping[str, Any]) -> None:
    """Load a body from its text alone, compare its constants with those here, save and attach it.

    UnsavableError if it would not run in a fresh notebook as it does here; then nothing is saved.
    """
    hidden = [missing for missing in closure.missing if missing in here]
    if hidden:
        raise UnsavableError(
            f"{name} uses {hidden[0]!r}, which no cell that ran here defines; "
            "define it in a cell of this notebook"
        )
    try:
        body, there = loading.load_module(name, closure.text)
    except Exception as error:
        raise UnsavableError(
            f"{name} was not saved: a fresh notebook could not load it "
            f"({type(error).__name__}: {error})"
        ) from error
    for constant in closure.constants:
        if constant in here and not same(here[constant], there[constant]):
            raise UnsavableError(_differs(name, constant, here[constant], there[constant]))
    loading.save(name, closure.text, body)


def _differs(name: str, constant: str, here: Any, there: Any) -> str:
    ours, theirs = _short(here), _short(there)
    seen = f"is {ours} here" + (f" and {theirs} when" if ours != theirs else " and another when")
    return (
        f"{name} uses {constant!r}, which {seen} its assignment runs again: "
        f"compute {constant} from literals and imports in one assignment, "
        "or pass it as an argument"
    )


def _short(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def same(a: Any, b: Any) -> bool:
    """Whether two values are alike to the last bit; what cannot be compared is not alike."""
    try:
        return type(a).__qualname__ == type(b).__qualname__ and _same(a, b)
    except Exception:  # an __eq__ of the student's own, a list that holds itself
        return False


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, float):
        return struct.pack("d", a) == struct.pack("d", b)
    if isinstance(a, (np.ndarray, np.generic)):
        return (a.dtype, a.shape, a.tobytes()) == (b.dtype, b.shape, b.tobytes())
    if isinstance(a, Tensor):
        return a.requires_grad == b.requires_grad and same(a.data, b.data)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    if isinstance(a, partial):
        return same((a.func, a.args, a.keywords), (b.func, b.args, b.keywords))
    if isinstance(a, FunctionType):
        return same(_parts(a), _parts(b))
    if isinstance(a, type):  # a class of the student's own is made anew with each loading
        return a is b or b.__module__.startswith("minitorch.student.")
    return bool(a == b)


def _parts(function: FunctionType) -> tuple[Any, ...]:
    """What makes a function what it is, but for the namespace that it lives in."""
    code = function.__code__
    cells = tuple(cell.cell_contents for cell in function.__closure__ or ())
    constants = tuple(c for c in code.co_consts if not hasattr(c, "co_code"))
    return code.co_code, code.co_names, constants, function.__defaults__, cells
