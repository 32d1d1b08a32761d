"""The slots: what a student writes, one body each, and where the body hangs.

A slot's name is one string everywhere. A method slot hangs on :class:`Tensor`. Every slot is also
a function of this package (``minitorch.cat``, ``minitorch.exp``) that finds the body when it is
called, so a name that was imported never goes stale when the body is written anew.
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .errors import NotFilledError, SlotError
from .tensor import Tensor

Body = Callable[..., Any]


@dataclass(frozen=True)
class Slot:
    """One hole in the engine: its name, its signature as text, and the notebook that teaches it."""

    name: str
    signature: str
    notebook: str
    kind: str = "method"

    @cached_property
    def expects(self) -> inspect.Signature:
        """The signature, without annotations."""
        namespace: dict[str, Any] = {}
        exec(f"def body{self.signature}: ...", namespace)  # annotations stay text, as in this file
        signature = inspect.signature(namespace["body"])
        parameters = signature.parameters.values()
        return inspect.Signature([p.replace(annotation=p.empty) for p in parameters])


_AXIS = "axis: int | tuple[int, ...] | None = None, keepdims: bool = False"
_TENSORS = "tensors: Sequence[Tensor], axis: int = 0"
_01, _02, _03 = "01-tensor", "02-elementwise", "03-gradcheck"
_04, _05 = "04-broadcasting", "05-reductions-and-shapes"
_06, _07 = "06-matmul", "07-softmax-cross-entropy"

_TABLE = [
    Slot("backward", "(self, gradient: Any = None) -> None", _01),
    Slot("neg", "(self) -> Tensor", _02),
    Slot("exp", "(self) -> Tensor", _02),
    Slot("log", "(self) -> Tensor", _02),
    Slot("tanh", "(self) -> Tensor", _02),
    Slot("relu", "(self) -> Tensor", _02),
    Slot("pow", "(self, exponent: float) -> Tensor", _02),
    Slot("gelu", '(self, approximate: str = "none") -> Tensor', _02),
    Slot(
        "gradcheck",
        "(f: Callable[..., Tensor], inputs: Any, eps: float = 1e-6, atol: float = 1e-4) -> bool",
        _03,
        "function",
    ),
    Slot(
        "unbroadcast",
        "(grad: Any, shape: tuple[int, ...]) -> Any",
        _04,
        "function",
    ),
    Slot("add", "(self, other: Tensor) -> Tensor", _04),
    Slot("sub", "(self, other: Tensor) -> Tensor", _04),
    Slot("mul", "(self, other: Tensor) -> Tensor", _04),
    Slot("div", "(self, other: Tensor) -> Tensor", _04),
    Slot("sum", f"(self, {_AXIS}) -> Tensor", _05),
    Slot("mean", f"(self, {_AXIS}) -> Tensor", _05),
    Slot("reshape", "(self, *shape: Any) -> Tensor", _05),
    Slot("transpose", "(self, *axes: Any) -> Tensor", _05),
    Slot("broadcast_to", "(self, shape: tuple[int, ...]) -> Tensor", _05),
    Slot("getitem", "(self, index: Any) -> Tensor", _05),
    Slot("cat", f"({_TENSORS}) -> Tensor", _05, "function"),
    Slot("stack", f"({_TENSORS}) -> Tensor", _05, "function"),
    Slot("matmul", "(self, other: Tensor) -> Tensor", _06),
    Slot("softmax", "(self, axis: int = -1) -> Tensor", _07),
    Slot(
        "cross_entropy",
        '(logits: Tensor, targets: Any, reduction: str = "mean") -> Tensor',
        _07,
        "function",
    ),
]

SLOTS: dict[str, Slot] = {slot.name: slot for slot in _TABLE}


def taught_before(name: str) -> list[str]:
    """The slots that a body of this one may call when it is judged."""
    return list(SLOTS)[: list(SLOTS).index(name)]


_bodies: dict[str, Body] = {}
_look_for_saved = True
_around: Callable[[str, Body], Body] = lambda name, body: body  # noqa: E731


def use_saved(wanted: bool) -> None:
    """Whether this process still looks for saved bodies; it does so once, when one is needed."""
    global _look_for_saved
    _look_for_saved = wanted


def restore() -> None:
    """Load the saved bodies, the first time that any slot is needed."""
    if _look_for_saved:
        use_saved(False)
        from .loading import refresh  # late: importing minitorch costs little more than NumPy

        refresh()


def is_tried(name: str) -> bool:
    """Whether the body was hung up as it is, by ``trying``, not loaded from a saved text."""
    return getattr(attached(name), "__module__", "") == "__main__"


def slot_named(name: str) -> Slot:
    """The slot of that name; SlotError lists the names there are."""
    if name not in SLOTS:
        near = difflib.get_close_matches(name, SLOTS, n=1)
        guess = f"did you mean {near[0]}? " if near else ""
        raise SlotError(f"there is no slot {name!r}; {guess}the slots are {', '.join(SLOTS)}")
    return SLOTS[name]


def attach(name: str, body: Body) -> None:
    """Hang a body in its slot, in place of what hung there."""
    restore()
    hang(slot_named(name), body)


def detach(name: str) -> None:
    """Empty a slot; calling it then raises NotFilledError."""
    restore()
    hang(slot_named(name), None)


def attached(name: str) -> Body | None:
    """The body that hangs in a slot, or None."""
    restore()
    return _bodies.get(slot_named(name).name)


@contextmanager
def attachments(bodies: Mapping[str, Body | None], only: bool = False) -> Iterator[None]:
    """Hang other bodies for the time of a ``with`` block; None empties a slot.

    With ``only=True`` every slot that is not named is emptied too.
    """
    restore()
    before = dict(_bodies)
    wanted = {
        **({} if only else before),
        **{slot_named(name).name: b for name, b in bodies.items()},
    }
    try:
        _hang_all(wanted)
        yield
    finally:
        _hang_all(before)


def _hang_all(bodies: Mapping[str, Body | None]) -> None:
    for name, slot in SLOTS.items():
        hang(slot, bodies.get(name))


def hang(slot: Slot, body: Body | None) -> None:
    """Hang a body, or None for nothing, without looking for saved ones."""
    shown = _missing[slot.name] if body is None else _around(slot.name, body)
    if body is None:
        _bodies.pop(slot.name, None)
    else:
        _bodies[slot.name] = body
    if slot.kind == "method":
        setattr(Tensor, slot.name, shown)
    dispatchers[slot.name].__wrapped__ = shown  # type: ignore[attr-defined]  # what help() shows
    dispatchers[slot.name].__doc__ = shown.__doc__


def put_around_bodies(wrap: Callable[[str, Body], Body]) -> None:
    """From now on ``wrap(name, body)`` runs wherever the body would: see minitorch.second_order."""
    global _around
    _around = wrap
    _hang_all(dict(_bodies))


def _not_filled(slot: Slot) -> Body:
    """What hangs in an empty slot."""

    def missing(*args: Any, **kwargs: Any) -> Any:
        if attached(slot.name) is None:  # it may have been saved by an earlier notebook
            raise NotFilledError(
                f"{slot.name} has no body yet: write it in notebook {slot.notebook} "
                "and run the cell that defines it"
            )
        return dispatchers[slot.name](*args, **kwargs)

    missing.__name__ = missing.__qualname__ = slot.name
    return missing


def _dispatcher(slot: Slot) -> Body:
    def dispatch(*args: Any, **kwargs: Any) -> Any:
        return dispatch.__wrapped__(*args, **kwargs)  # type: ignore[attr-defined]

    dispatch.__name__ = dispatch.__qualname__ = slot.name
    return dispatch


_missing: dict[str, Body] = {slot.name: _not_filled(slot) for slot in _TABLE}
dispatchers: dict[str, Body] = {slot.name: _dispatcher(slot) for slot in _TABLE}
_hang_all({})
