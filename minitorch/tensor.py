"""The tensor: an array that remembers where it came from.

Everything in this file is given. What you write yourself (``backward``, ``exp``, ``matmul`` ...)
is attached from outside, slot by slot; see :mod:`minitorch.slots`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

_grad_enabled = True


@contextmanager
def no_grad() -> Iterator[None]:
    """Build no graph inside ``with no_grad():``, or in a function under ``@no_grad()``."""
    global _grad_enabled
    before, _grad_enabled = _grad_enabled, False
    try:
        yield
    finally:
        _grad_enabled = before


def erf(x: Any) -> Any:
    """The error function of each element, which NumPy lacks; float32 in, float32 out."""
    x = np.asarray(x)
    values = [math.erf(value) for value in x.ravel().tolist()]
    return np.array(values, dtype=x.dtype if x.dtype.kind == "f" else float).reshape(x.shape)


def _as_array(data: Any) -> np.ndarray:
    """A fresh array: arrays keep their dtype, Python numbers and lists become float64."""
    array: np.ndarray = np.array(data, dtype=getattr(data, "dtype", float))
    if data is None or (array.dtype.kind not in "iub" and array.dtype not in (float, np.float32)):
        kind = "None" if data is None else array.dtype
        raise TypeError(f"expected data of dtype float32, float64 or an int, got {kind}")
    return array


def _operator(op: str) -> Callable[[Tensor, Any], Tensor]:
    """``tensor + other``: the op of that name, with a number or an array made a Tensor."""
    return lambda self, other: getattr(self, op)(self._wrap(other))


def _reflected(op: str) -> Callable[[Tensor, Any], Tensor]:
    """``other + tensor``, where other is no Tensor."""
    return lambda self, other: getattr(self._wrap(other), op)(self)


class Tensor:
    """An array, its gradient, and the tensors that it was computed from.

    data           array of any shape, copied; Python numbers and lists become float64
    requires_grad  ask for a gradient; a result asks for one if any of its parents does
    _prev, _op     the parents and the name of the op, for a tensor that an op makes
    """

    # The slots: what you write hangs here.
    backward: Callable[..., None]
    neg: Callable[..., Tensor]
    exp: Callable[..., Tensor]
    log: Callable[..., Tensor]
    tanh: Callable[..., Tensor]
    relu: Callable[..., Tensor]
    pow: Callable[..., Tensor]
    gelu: Callable[..., Tensor]
    add: Callable[..., Tensor]
    sub: Callable[..., Tensor]
    mul: Callable[..., Tensor]
    div: Callable[..., Tensor]
    sum: Callable[..., Tensor]
    mean: Callable[..., Tensor]
    reshape: Callable[..., Tensor]
    transpose: Callable[..., Tensor]
    broadcast_to: Callable[..., Tensor]
    getitem: Callable[..., Tensor]
    matmul: Callable[..., Tensor]
    softmax: Callable[..., Tensor]

    def __init__(
        self, data: Any, requires_grad: bool = False, *, _prev: Sequence[Tensor] = (), _op: str = ""
    ) -> None:
        if isinstance(_prev, Tensor):
            raise TypeError("expected a tuple as _prev, got a Tensor: for one parent it is (self,)")
        if not all(isinstance(parent, Tensor) for parent in _prev):
            raise TypeError(f"expected tensors in _prev, got {[type(p).__name__ for p in _prev]}")
        if not isinstance(requires_grad, (bool, np.bool_)):
            raise TypeError(f"expected True or False as requires_grad, got {requires_grad!r:.50}")
        inherits = _grad_enabled and any(parent.requires_grad for parent in _prev)
        self.data = _as_array(data)
        self.requires_grad: bool = bool(requires_grad) or inherits
        self._prev = tuple(_prev) if inherits else ()
        self._op = _op
        self._grad: np.ndarray | None = None
        self._closure: Callable[[], None] = lambda: None
        if self.requires_grad and self.dtype.kind != "f":
            raise TypeError(f"only float tensors can require grad, got dtype {self.dtype}")

    @property
    def grad(self) -> Any:
        """The gradient: None until a backward pass arrives, then an array of data's shape."""
        return self._grad

    @grad.setter
    def grad(self, value: Any) -> None:
        self._grad = None if value is None else np.asarray(value)

    @property
    def _backward(self) -> Callable[[], None]:
        """Adds this node's contribution to the grads of its parents."""
        return self._closure

    @_backward.setter
    def _backward(self, closure: Callable[[], None]) -> None:
        if self.requires_grad:  # else the closure would keep the parents alive for nothing
            self._closure = closure

    shape = property(lambda self: self.data.shape)
    ndim = property(lambda self: self.data.ndim)
    size = property(lambda self: self.data.size)
    dtype = property(lambda self: self.data.dtype)
    T = property(lambda self: self.transpose(), doc="The tensor with its axes in reverse order.")

    def item(self) -> Any:
        """The one element, as a Python number."""
        return self.data.item()

    def numpy(self) -> np.ndarray:
        """A copy of the data: writing into it cannot reach the graph."""
        return self.data.copy()

    def detach(self) -> Tensor:
        """The same values without a history."""
        return Tensor(self.data)

    def zero_grad(self) -> None:
        """Forget the gradient."""
        self.grad = None

    def __repr__(self) -> str:
        values = np.array2string(self.data, precision=4, separator=", ", prefix="Tensor(")
        dtype = "" if self.dtype == np.float64 else f", dtype={self.dtype}"
        grad = ", requires_grad=True" if self.requires_grad else ""
        op = f", op={self._op}" if self._prev else ""
        return f"Tensor({values}{dtype}{grad}{op})"

    def __len__(self) -> int:
        return len(self.data)

    def __bool__(self) -> bool:
        return bool(self.data)

    def __float__(self) -> float:
        return float(self.item())

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        return np.array(self.data, dtype=dtype)  # always a copy, as numpy() gives

    def _wrap(self, other: Any) -> Tensor:
        """A Tensor as it is; a Python number in this tensor's dtype; anything else as it comes."""
        if isinstance(other, (bool, int, float)) and self.dtype.kind == "f":
            other = np.asarray(other, dtype=self.dtype)
        return other if isinstance(other, Tensor) else Tensor(other)

    __array_ufunc__ = None  # so that ``array * tensor`` asks Tensor.__rmul__, not NumPy
    __add__, __radd__ = _operator("add"), _reflected("add")
    __sub__, __rsub__ = _operator("sub"), _reflected("sub")
    __mul__, __rmul__ = _operator("mul"), _reflected("mul")
    __truediv__, __rtruediv__ = _operator("div"), _reflected("div")
    __matmul__, __rmatmul__ = _operator("matmul"), _reflected("matmul")

    def __neg__(self) -> Tensor:
        return self.neg()

    def __pow__(self, exponent: float) -> Tensor:
        return self.pow(exponent)

    def __getitem__(self, index: Any) -> Tensor:
        return self.getitem(index.data if isinstance(index, Tensor) else index)

    def __setitem__(self, index: Any, value: Any) -> None:
        raise TypeError(
            "tensors are not assigned in place: a closure that needs the old values in backward "
            "would find the new ones; build a new tensor instead"
        )
