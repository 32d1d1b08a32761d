"""The reference engine, lent in a notebook: so that one missing body costs no other its points.

Only where the environment variable AUTOGRADER_REFERENCE names a folder of reference bodies, one
file a slot: where submissions are graded in the kernel, without the judge.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from autograder.oracles.here import Here
from minitorch.errors import NotFilledError
from minitorch.slots import SLOTS, attached, taught_before

VARIABLE = "AUTOGRADER_REFERENCE"


def reference() -> Mapping[str, Callable[..., Any]]:
    """The reference bodies by slot; empty where none are lent."""
    folder = os.environ.get(VARIABLE, "")
    return _loaded(folder) if folder else {}


@cache
def _loaded(folder: str) -> Mapping[str, Callable[..., Any]]:
    bodies = {}
    for name in SLOTS:
        path = Path(folder) / f"{name}.py"
        namespace: dict[str, Any] = {"__name__": f"reference.{name}"}
        exec(compile(path.read_text(encoding="utf-8"), f"<reference {name}>", "exec"), namespace)
        bodies[name] = namespace[name]
    return bodies


def engine_of(*own: str) -> Here:
    """The engine that checks these slots: their own bodies, the reference for every other slot.

    Where none is lent this is the engine as it is.
    """
    lent = reference()
    if not lent:
        return Here()
    return Here({**lent, **{name: attached(name) for name in own}}, only=True)


def engine_for(slot: str) -> Here:
    """The engine that checks one slot's body: it may call what is taught before it, nothing else.

    That is the reference's where one is lent, else the student's own. The judge has the same rule,
    so a body that is right here is right there.
    """
    lent, before = reference(), taught_before(slot)
    bodies = {name: _after(slot, name) for name in SLOTS if name not in before}
    bodies |= {name: lent[name] if lent else attached(name) for name in before}
    return Here({**bodies, slot: attached(slot)}, only=True)


def _after(slot: str, name: str) -> Callable[..., Any]:
    """What hangs in a slot while one before it is checked."""

    def missing(*args: Any, **kwargs: Any) -> Any:
        raise NotFilledError(
            f"{name} is taught after {slot}: a body can't rest on what comes later"
        )

    return missing
