"""The slots: what a student writes, one body each, and where the body hangs.

A slot's name is one string everywhere. Method slots hang on :class:`Tensor`; function slots
(``cat``, ``unbroadcast`` ...) are reached through a dispatcher that never goes stale, so
``from minitorch import cat`` keeps working when the body behind it is written anew.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any

from .errors import NotFilledError, SlotError
from .tensor import Tensor


@dataclass(frozen=True)
class Slot:
    """One hole in the engine: its name, its signature as text, and the notebook that teaches it."""

    name: str
    signature: str
    notebook: str
    kind: str = "method"

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters, ``*`` before a variadic one."""
        tree = compile(f"def f{self.signature}: ...", "<signature>", "exec", _ANNOTATIONS)
        namespace: dict[str, Any] = {}
        exec(tree, namespace)
        return tuple(
            ("*" if p.kind is p.VAR_POSITIONAL else "") + p.name
            for p in inspect.signature(namespace["f"]).parameters.values()
        )


_ANNOTATIONS = __import__("__future__").annotations.compiler_flag
_AXIS = "axis: int | tuple[int, ...] | None = None, keepdims: bool = False"

_TABLE = [
    Slot("backward", "(self, gradient: Any = None) -> None", "01-tensor"),
    Slot("neg", "(self) -> Tensor", "02-elementwise"),
    Slot("exp", "(self) -> Tensor", "02-elementwise"),
    Slot("log", "(self) -> Tensor", "02-elementwise"),
    Slot("tanh", "(self) -> Tensor", "02-elementwise"),
    Slot("relu", "(self) -> Tensor", "02-elementwise"),
    Slot("pow", "(self, exponent: float) -> Tensor", "02-elementwise"),
    Slot("gelu", '(self, approximate: str = "none") -> Tensor', "02-elementwise"),
    Slot(
        "gradcheck",
        "(f: Callable[..., Tensor], inputs: Any, eps: float = 1e-6, atol: float = 1e-4) -> bool",
        "03-gradcheck",
        "function",
    ),
    Slot(
        "unbroadcast",
        "(grad: np.ndarray, shape: tuple[int, ...]) -> np.ndarray",
        "04-broadcasting",
        "function",
    ),
    Slot("add", "(self, other: Tensor) -> Tensor", "04-broadcasting"),
    Slot("sub", "(self, other: Tensor) -> Tensor", "04-broadcasting"),
    Slot("mul", "(self, other: Tensor) -> Tensor", "04-broadcasting"),
    Slot("div", "(self, other: Tensor) -> Tensor", "04-broadcasting"),
    Slot("sum", f"(self, {_AXIS}) -> Tensor", "05-reductions-and-shapes"),
    Slot("mean", f"(self, {_AXIS}) -> Tensor", "05-reductions-and-shapes"),
    Slot("reshape", "(self, *shape: Any) -> Tensor", "05-reductions-and-shapes"),
    Slot("transpose", "(self, *axes: Any) -> Tensor", "05-reductions-and-shapes"),
    Slot("broadcast_to", "(self, shape: tuple[int, ...]) -> Tensor", "05-reductions-and-shapes"),
    Slot("getitem", "(self, index: Any) -> Tensor", "05-reductions-and-shapes"),
    Slot(
        "cat",
        "(tensors: Sequence[Tensor], axis: int = 0) -> Tensor",
        "05-reductions-and-shapes",
        "function",
    ),
    Slot(
        "stack",
        "(tensors: Sequence[Tensor], axis: int = 0) -> Tensor",
        "05-reductions-and-shapes",
        "function",
    ),
    Slot("matmul", "(self, other: Tensor) -> Tensor", "06-matmul"),
    Slot("softmax", "(self, axis: int = -1) -> Tensor", "07-softmax-cross-entropy"),
    Slot(
        "cross_entropy",
        '(logits: Tensor, targets: Any, reduction: str = "mean") -> Tensor',
        "07-softmax-cross-entropy",
        "function",
    ),
]

SLOTS: dict[str, Slot] = {slot.name: slot for slot in _TABLE}
_attached: dict[str, Callable[..., Any]] = {}


def _not_filled(slot: Slot) -> Callable[..., Any]:
    def missing(*args: Any, **kwargs: Any) -> Any:
        raise NotFilledError(
            f"{slot.name} has no body yet: write it in notebook {slot.notebook} "
            "and run the cell that defines it"
        )

    missing.__name__ = slot.name
    return missing


def _dispatcher(slot: Slot) -> Callable[..., Any]:
    missing = _not_filled(slot)

    @wraps(missing)
    def dispatch(*args: Any, **kwargs: Any) -> Any:
        return _attached.get(slot.name, missing)(*args, **kwargs)

    return dispatch


dispatchers: dict[str, Callable[..., Any]] = {
    slot.name: _dispatcher(slot) for slot in _TABLE if slot.kind == "function"
}


def slot_named(name: str) -> Slot:
    """The slot of that name; SlotError lists the names there are."""
    if name not in SLOTS:
        raise SlotError(f"there is no slot {name!r}; the slots are {', '.join(SLOTS)}")
    return SLOTS[name]


def attach(name: str, body: Callable[..., Any]) -> None:
    """Hang a body in its slot, in place of what hung there."""
    slot = slot_named(name)
    _attached[name] = body
    if slot.kind == "method":
        setattr(Tensor, name, body)


def detach(name: str) -> None:
    """Empty a slot; calling it then raises NotFilledError."""
    slot = slot_named(name)
    _attached.pop(name, None)
    if slot.kind == "method":
        setattr(Tensor, name, _not_filled(slot))


def attached(name: str) -> Callable[..., Any] | None:
    """The body that hangs in a slot, or None."""
    return _attached.get(slot_named(name).name)


@contextmanager
def attachments(
    bodies: Mapping[str, Callable[..., Any] | None], only: bool = False
) -> Iterator[None]:
    """Hang other bodies for the time of a ``with`` block; None empties a slot.

    With ``only=True`` every slot that is not named is emptied too.
    """
    before = dict(_attached)
    wanted = {**({} if only else before), **bodies}
    try:
        _hang(wanted)
        yield
    finally:
        _hang(before)


def _hang(bodies: Mapping[str, Callable[..., Any] | None]) -> None:
    for name in SLOTS:
        body = bodies.get(name)
        if body is None:
            detach(name)
        else:
            attach(name, body)


for _name in SLOTS:
    detach(_name)
