"""What the process of a check says and hears: load these texts, run these programs.

Everything here runs beside a student's text, which may do to it what it likes. Nothing that it
answers is trusted: the judge holds the expected answers, this side never sees them.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from minitorch import Tensor

from . import wire
from .execute import describe, execute
from .load import Loaded
from .program import Program, Raised, Result

LONGEST = 64 * 2**20  # bytes of a request; the judge sends at most a few MiB


def converse(connection: socket.socket) -> None:
    """Answer requests, one after another, until the judge closes the connection.

    A request is a dict of one item: what is asked, and its details; see ``_ANSWERS``.
    """
    loaded, reader = Loaded(), wire.Reader(connection)
    while True:
        try:
            request = reader.receive(LONGEST)
        except EOFError:
            return
        for asked, details in request.items():
            for frame in _ANSWERS[asked](loaded, details):
                wire.send_encoded(connection, frame)


def _lend(loaded: Loaded, codes: Mapping[str, bytes]) -> Iterator[bytes]:
    """``{slot: marshalled code}`` -> ``True``"""
    loaded.lend(codes)
    yield wire.encode(True)


def _load(loaded: Loaded, texts: Mapping[str, str]) -> Iterator[bytes]:
    """``{name: text}`` -> ``{name: error or None}``"""
    yield wire.encode({name: _told(loaded.load, name, text) for name, text in texts.items()})


def _told(action: Callable[..., None], *args: Any) -> tuple[str, str, str, str] | None:
    """The error that an action raised, as plain text."""
    try:
        action(*args)
    except MemoryError:
        return ("MemoryError", "", "load", "")
    except BaseException as error:
        raised = describe(error, "load")
        return (raised.kind, raised.message, raised.phase, raised.line)
    return None


def _run(loaded: Loaded, programs: list[bytes]) -> Iterator[bytes]:
    """Encoded programs -> one result each, in order, each sent as soon as it is known."""
    for program in programs:
        try:
            frame = wire.encode(execute(Program.from_data(wire.decode(program))).as_data())
        except MemoryError:
            frame = wire.encode(Result(error=Raised("MemoryError", "", "forward")).as_data())
        except BaseException as error:  # SystemExit, or an answer that does not travel
            frame = wire.encode(Result(error=describe(error, "forward")).as_data())
        yield frame


def _value(loaded: Loaded, name: str) -> Iterator[bytes]:
    """The value of a name that a text bound."""
    try:
        yield wire.encode({"value": _travelling(loaded.bodies.get(name)), "error": None})
    except wire.WireError as error:
        yield wire.encode({"value": None, "error": str(error)})


def _travelling(value: Any) -> Any:
    """Fractions, decimals and tensors as numbers and arrays, which travel; the rest as it is."""
    match value:
        case Fraction() | Decimal():
            return float(value)
        case np.generic():
            return value.item()
        case Tensor():
            return value.data
        case list():
            return [_travelling(part) for part in value]
        case tuple():
            return tuple(_travelling(part) for part in value)
    return value


def _call(loaded: Loaded, name: str) -> Iterator[bytes]:
    """Call a function that takes nothing, an instructor's own test -> error or None."""
    yield wire.encode(_told(loaded.bodies[name]))


_ANSWERS: dict[str, Callable[[Loaded, Any], Iterator[bytes]]] = {
    "lend": _lend,
    "load": _load,
    "run": _run,
    "value": _value,
    "call": _call,
}
