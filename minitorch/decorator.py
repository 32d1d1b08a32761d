"""What ``@implement`` does with a function: check that it fits, save it, attach what was saved."""

from __future__ import annotations

import builtins
import inspect
import tokenize
from collections.abc import Callable, Iterator
from typing import Any

from . import saving
from .errors import MinitorchError, SlotError, UnsavableError
from .keeping import keep
from .loading import say
from .notebook import Notebook, notebook
from .slots import Slot, detach, dispatchers, slot_named
from .source import Cells, Closure, is_stub

refused: dict[str, str] = {}  # slots whose latest body was not taken, and why


def fill(body: Callable[..., Any], namespace: dict[str, Any]) -> Callable[..., Any]:
    """Fill the slot that a function is named after; ``namespace`` is where it was defined.

    What is attached is loaded afresh from the saved text, so that the next notebook runs the same
    code. Returns what the name should mean from now on: the slot as a function, or the builtin of
    that name.
    """
    slot = slot_named(getattr(body, "__name__", repr(body)))
    try:
        _expect_signature(slot, body)
        running = notebook()
        if running and running.namespace is namespace:
            _fill_from_notebook(slot, running)
        else:
            _fill_from_file(slot, namespace)
    except MinitorchError as error:
        refused[slot.name] = str(error)
        raise
    refused.pop(slot.name, None)
    return getattr(builtins, slot.name, dispatchers[slot.name])


def _fill_from_notebook(slot: Slot, running: Notebook) -> None:
    if not running.is_running(slot.name):
        raise UnsavableError(
            f"{slot.name} is not defined at the top level of this cell: a def inside an if, "
            "a loop or another function cannot be saved"
        )
    running.saved.pop(slot.name, None)
    closure = _fill(slot, running.cells(), running.namespace)
    if closure:
        running.saved[slot.name] = closure


def _fill_from_file(slot: Slot, namespace: dict[str, Any]) -> None:
    try:
        with tokenize.open(namespace["__file__"]) as file:
            text = file.read()
    except (KeyError, TypeError, OSError, SyntaxError, UnicodeDecodeError) as error:
        raise UnsavableError(
            f"{slot.name} was not saved: its source is in no notebook cell and no file; "
            "write it in a notebook, or in a file that Python runs"
        ) from error
    _fill(slot, Cells([text]), namespace)


def _fill(slot: Slot, cells: Cells, here: dict[str, Any]) -> Closure | None:
    """Save and attach the latest body of a slot; None if it is still the stub."""
    closure = cells.closure(slot.name)
    if is_stub(slot.name, closure.text):
        _leave_empty(slot.name)
        return None
    for constant, stands_before in closure.constants.items():
        if not stands_before:
            raise UnsavableError(
                f"{slot.name} uses {constant!r}, which is assigned below it: "
                f"move the assignment above {slot.name}"
            )
    keep(slot.name, closure, here)
    return closure


def _leave_empty(name: str) -> None:
    """A stub fills no slot here, and never takes the place of a body that was saved."""
    detach(name)
    if saving.read(name) is not None:
        say(
            f"minitorch: {name} is still the stub in this cell, so it has no body here; "
            "the body that was saved before is kept"
        )


def _expect_signature(slot: Slot, body: Callable[..., Any]) -> None:
    """SlotError unless the body can be called in every way that the slot is called."""
    try:
        got = inspect.signature(body)
        for args, kwargs in _calls(slot.expects):
            got.bind(*args, **kwargs)
    except (TypeError, ValueError):
        raise SlotError(
            f"expected {slot.name}{slot.expects}, got {slot.name}{_without_annotations(body)}"
        ) from None


def _calls(expected: inspect.Signature) -> Iterator[tuple[list[None], dict[str, None]]]:
    """How a slot is called: without its options, with them by place, with them by name."""
    parameters = expected.parameters.values()
    options = [p.name for p in parameters if p.default is not p.empty]
    variadic = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    needed = [None] * (len(parameters) - len(options) - variadic)
    yield needed, {}
    yield needed + [None] * len(options), {}
    yield needed, dict.fromkeys(options)
    if variadic:
        yield [*needed, None], {}
        yield [*needed, None, None], {}


def _without_annotations(body: Callable[..., Any]) -> str:
    try:
        parameters = inspect.signature(body).parameters.values()
    except (TypeError, ValueError):
        return f", a {type(body).__name__}"
    return str(inspect.Signature([p.replace(annotation=p.empty) for p in parameters]))
