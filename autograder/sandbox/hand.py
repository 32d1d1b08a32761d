"""Nodes made by hand: forward and closure written here, not by a student.

``hand.chain`` is a whole chain of them in one step.

``backward`` is tested on them before any op exists, and ``gradcheck`` is asked about them: with
keyword arguments a node's gradient can be made wrong in a known way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from minitorch import Tensor

from .program import Step

Rule = Callable[..., tuple[np.ndarray, ...]]


def _fit(grad: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    added = grad.ndim - len(shape)
    stretched = tuple(added + axis for axis, side in enumerate(shape) if side == 1)
    return grad.sum(axis=(*range(added), *stretched), keepdims=True).reshape(shape)


FORWARD: dict[str, Callable[..., np.ndarray]] = {
    "add": np.add,
    "mul": np.multiply,
    "exp": np.exp,
    "tanh": np.tanh,
    "square": np.square,
    "cube": lambda x: x**3,
    "sin": np.sin,
    "scale": lambda x, factor: x * factor,
    "sum": np.sum,
    "matmul": np.matmul,
    "transpose": np.transpose,
    "softmax": lambda x: np.exp(x) / np.exp(x).sum(axis=-1, keepdims=True),
}
RULES: dict[str, Rule] = {
    "add": lambda g, out, a, b: (g, g),
    "mul": lambda g, out, a, b: (g * b, g * a),
    "exp": lambda g, out, x: (g * out,),
    "tanh": lambda g, out, x: (g * (1 - out**2),),
    "square": lambda g, out, x: (g * 2 * x,),
    "cube": lambda g, out, x: (g * 3 * x**2,),
    "sin": lambda g, out, x: (g * np.cos(x),),
    "scale": lambda g, out, x, factor: (g * factor,),
    "sum": lambda g, out, x: (np.broadcast_to(g, x.shape),),
    "matmul": lambda g, out, a, b: (g @ b.T, a.T @ g),
    "transpose": lambda g, out, x: (g.T,),
    "softmax": lambda g, out, x: (out * (g - (out * g).sum(axis=-1, keepdims=True)),),
}
SLIPS: dict[str, Callable[[np.ndarray, np.ndarray, float], np.ndarray]] = {
    "factor": lambda grad, upstream, amount: grad * amount,
    "offset": lambda grad, upstream, amount: grad + amount,
    "one": lambda grad, upstream, amount: _first_plus(grad, amount),
    "zero": lambda grad, upstream, amount: np.zeros_like(grad),
    "nan": lambda grad, upstream, amount: grad * np.nan,
    "upstream_ignored": lambda grad, upstream, amount: np.where(
        upstream == 0, 0, grad / np.where(upstream == 0, 1, upstream)
    ),
}


def _first_plus(grad: np.ndarray, amount: float) -> np.ndarray:
    changed = np.array(grad)
    changed.reshape(-1)[-1:] += amount
    return changed


def node(step: Step, operands: list[Tensor], visited: Callable[[], None]) -> Tensor:
    """The output of one hand-made op.

    kwargs: ``slip`` (a key of SLIPS), ``amount`` (a number), and ``slipped`` (which operand's
    gradient is made wrong, 0 if not given).
    """
    name = step.op.removeprefix("hand.")
    if name == "chain":
        return _chain(operands[0], *step.args)
    kwargs: dict[str, Any] = dict(step.kwargs)
    slip, amount = kwargs.get("slip"), kwargs.get("amount", 0.0)
    out = Tensor(
        FORWARD[name](*(x.data for x in operands), *step.args), _prev=tuple(operands), _op=name
    )

    def backward() -> None:
        visited()
        grads = RULES[name](out.grad, out.data, *(x.data for x in operands), *step.args)
        for number, (x, grad) in enumerate(zip(operands, grads, strict=True)):
            if slip and number == kwargs.get("slipped", 0):
                grad = SLIPS[slip](grad, out.grad, amount)
            if x.requires_grad:
                x.grad = x.grad + _fit(np.asarray(grad), x.shape)

    out._backward = backward
    return out


def _chain(x: Tensor, length: int, factor: float) -> Tensor:
    """``length`` nodes, one behind the other, that each multiply by ``factor``."""
    for _ in range(length):
        x = _link(x, factor)
    return x


def _link(x: Tensor, factor: float) -> Tensor:
    """A node of a chain; there are thousands, so it does what it must and no more."""
    out = Tensor(x.data * factor, _prev=(x,), _op="scale")

    def backward() -> None:
        if x.requires_grad:
            x.grad = x.grad + factor * out.grad

    out._backward = backward
    return out
