"""The tensor: an array that remembers where it came from.

Everything in this file is given. What you write yourself (``backward``, ``exp``, ``matmul`` ...)
is attached from outside, slot by slot; see :mod:`minitorch.slots`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import ContextDecorator
from typing import Any

import numpy as np

_grad_enabled = True


class no_grad(ContextDecorator):
    """Build no graph inside ``with no_grad():``, or in a function decorated with it."""

    def __init__(self) -> None:
        self._before: list[bool] = []  # a stack, as a decorated function may call itself

    def __enter__(self) -> no_grad:
        global _grad_enabled
        self._before.append(_grad_enabled)
        _grad_enabled = False
        return self

    def __exit__(self, *exception: object) -> None:
        global _grad_enabled
        _grad_enabled = self._before.pop()


def erf(x: Any) -> Any:
    """The error function of each element, which NumPy lacks; float32 in, float32 out."""
    x = np.asarray(x)
    values = [math.erf(value) for value in x.ravel().tolist()]
    return np.array(values, dtype=x.dtype if x.dtype.kind == "f" else float).reshape(x.shape)


def _as_array(data: Any) -> np.ndarray:
    """A fresh array: arrays keep their dtype, Python numbers and lists become float64."""
    if data is None:
        raise TypeError("expected an array or a number, got None")
    array = np.array(data, dtype=getattr(data, "dtype", np.float64))
    if array.dtype not in (np.float32, np.float64) and array.dtype.kind not in "iub":
        raise TypeError(
            f"expected data of dtype float32, float64 or an integer one, got {array.dtype}; "
            "convert it first, for instance with .astype(np.float64)"
        )
    return array


def _plain(index: Any) -> Any:
    """An index with arrays in place of Tensors, which NumPy does not know."""
    if isinstance(index, tuple):
        return tuple(map(_plain, index))
    return index.data if isinstance(index, Tensor) else index


def _nothing() -> None:
    """The backward closure of a tensor that was computed from nothing."""


class Tensor:
    """An array, its gradient, and the tensors that it was computed from.

    data           array of any shape, copied; Python numbers and lists become float64
    requires_grad  ask for a gradient; a result asks for one if any of its parents does
    _prev, _op     the parents and the name of the op, for a tensor that an op makes
    """

    __array_ufunc__ = None  # so that ``array * tensor`` asks Tensor.__rmul__, not NumPy

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
        self,
        data: Any,
        requires_grad: bool = False,
        *,
        _prev: tuple[Tensor, ...] = (),
        _op: str = "",
    ) -> None:
        inherits = _grad_enabled and any(parent.requires_grad for parent in _prev)
        self.data = _as_array(data)
        self.requires_grad: bool = bool(requires_grad) or inherits
        self._prev = tuple(_prev) if inherits else ()
        self._op = _op
        self._grad: np.ndarray | None = None
        self._closure: Callable[[], None] = _nothing
        if self.requires_grad and self.data.dtype.kind != "f":
            raise TypeError(
                f"only float tensors can require grad, got dtype {self.data.dtype}; "
                "integers are for targets and indices"
            )

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

    @property
    def shape(self) -> tuple[int, ...]:
        return self.data.shape

    @property
    def ndim(self) -> int:
        return self.data.ndim

    @property
    def size(self) -> int:
        return self.data.size

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.data.dtype

    @property
    def T(self) -> Tensor:
        """The tensor with its axes in reverse order."""
        return self.transpose()

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
        if isinstance(other, Tensor):
            return other
        if isinstance(other, (bool, int, float)) and self.dtype.kind == "f":
            return Tensor(np.asarray(other, dtype=self.dtype))
        return Tensor(other)

    def __neg__(self) -> Tensor:
        return self.neg()

    def __add__(self, other: Any) -> Tensor:
        return self.add(self._wrap(other))

    def __radd__(self, other: Any) -> Tensor:
        return self._wrap(other).add(self)

    def __sub__(self, other: Any) -> Tensor:
        return self.sub(self._wrap(other))

    def __rsub__(self, other: Any) -> Tensor:
        return self._wrap(other).sub(self)

    def __mul__(self, other: Any) -> Tensor:
        return self.mul(self._wrap(other))

    def __rmul__(self, other: Any) -> Tensor:
        return self._wrap(other).mul(self)

    def __truediv__(self, other: Any) -> Tensor:
        return self.div(self._wrap(other))

    def __rtruediv__(self, other: Any) -> Tensor:
        return self._wrap(other).div(self)

    def __matmul__(self, other: Any) -> Tensor:
        return self.matmul(self._wrap(other))

    def __rmatmul__(self, other: Any) -> Tensor:
        return self._wrap(other).matmul(self)

    def __pow__(self, exponent: float) -> Tensor:
        return self.pow(exponent)

    def __getitem__(self, index: Any) -> Tensor:
        return self.getitem(_plain(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        raise TypeError(
            "a tensor's data cannot be assigned in place: closures that already read the old "
            "values would see the new ones in backward; build a new tensor instead"
        )
