"""A tensor autograd engine in NumPy whose ops you write yourself.

Tensor, no_grad, erf    given; see minitorch/tensor.py
implement               the decorator that makes a function the body of its slot, and saves it
trying                  other bodies for a while: ``with minitorch.trying(exp=wrong): ...``
cat, stack, exp, ...    every slot as a function, which runs the body that hangs there at the time
"""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from .slots import attachments as _attachments
from .slots import dispatchers as _dispatchers
from .tensor import Tensor, erf, no_grad

cat = _dispatchers["cat"]
stack = _dispatchers["stack"]
unbroadcast = _dispatchers["unbroadcast"]
cross_entropy = _dispatchers["cross_entropy"]
gradcheck = _dispatchers["gradcheck"]

__all__ = [
    "Tensor",
    "cat",
    "cross_entropy",
    "erf",
    "gradcheck",
    "implement",
    "no_grad",
    "stack",
    "trying",
    "unbroadcast",
]


def implement(body: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function the body of the slot that it is named after, and save it.

    SlotError if there is no slot of that name or the signature does not fit; UnsavableError if the
    function uses something that cannot be saved with it.
    """
    from .decorator import fill  # late: importing minitorch costs little more than NumPy

    return fill(body, sys._getframe(1).f_globals)


def trying(**bodies: Callable[..., Any] | None) -> AbstractContextManager[None]:
    """Other bodies in some slots for the time of a ``with`` block; nothing is saved.

    None empties a slot.
    """
    return _attachments(bodies)


def __getattr__(name: str) -> Callable[..., Any]:
    """The slots that are methods, as functions: ``minitorch.exp(x)`` is ``x.exp()``."""
    if name in _dispatchers:
        return _dispatchers[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


if "IPython" in sys.modules:
    from .notebook import notebook

    notebook()  # from now on, this kernel's cells are listened to
