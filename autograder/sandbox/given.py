"""What a function is called with: arrays and numbers as they are, the rest written as a dict.

``{"tensor": array}`` is a Tensor, with ``"requires_grad"`` and ``"grad"`` where there are such;
``{"function": text}`` one of :data:`TEXTS`, whose free names ``"with"`` gives; ``{"number":
array}`` the NumPy number in an array of rank 0, which alone would arrive as an array.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from minitorch import Tensor

from . import hand
from .program import Step

# The text of each function that is handed over, as a report shows it.
TEXTS = frozenset(
    {
        # array -> array
        "np.exp",
        "np.tanh",
        "np.sin",
        "lambda x: x**2",
        "lambda x: x**3",
        # Tensor -> Tensor, element by element
        "Tensor.exp",
        "Tensor.tanh",
        "Tensor.gelu",
        "lambda t: t**3",
        "tanh_times(-1.0)",
        "tanh_times(1.001)",
        # Tensor -> one number
        "lambda t: (t * t).sum()",
        "lambda t: (t * t * t).sum()",
        "lambda t: (t * t * w).sum()",
        "lambda t: (t.exp() * w).sum()",
        "lambda t: (t.tanh() * w).sum()",
        "lambda t: t.sum().tanh()",
        "lambda t: t[0] * t[0] * t[1]",
        "lambda t: ((t @ a) * t).sum()",
        "lambda t: ((t @ a) * t).sum() * 0.5 - (t * b).sum()",
        "lambda t: (t @ a).exp().sum()",
        "lambda t: (t @ a).exp().sum() + (t * t).sum()",
        # any operands of one op -> its result
        "Tensor.mul",
        "Tensor.add",
        "Tensor.sum",
        "Tensor.matmul",
        "lambda t: t.sum(axis=0)",
        "lambda a, b, c: a * b + c",
        "torch.exp",
        "torch.tanh",
        "torch.mul",
        "torch.add",
        "torch.sum",
        "torch.matmul",
        "lambda t: torch.sum(t, dim=0)",
    }
)


def build(value: Any) -> Any:
    """The value that is handed to a function; arrays are copied, so that none is shared."""
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, (list, tuple)):
        return type(value)(build(part) for part in value)
    if not isinstance(value, Mapping):
        return value
    if "tensor" in value:
        return _tensor(value)
    if "number" in value:
        return value["number"][()]
    return function(value["function"], value.get("with", {}))


def _tensor(value: Mapping[str, Any]) -> Tensor:
    tensor = Tensor(value["tensor"], requires_grad=value.get("requires_grad", False))
    grad = value.get("grad")
    tensor.grad = None if grad is None else grad.copy()
    return tensor


def function(text: str, free: Mapping[str, np.ndarray], tensor: Any = Tensor) -> Any:
    """The function that a text of :data:`TEXTS` stands for.

    free    the arrays that it uses by name
    tensor  what makes a tensor of each of them
    """
    if text not in TEXTS:
        raise ValueError(f"{text!r} is none of the functions that are handed over")
    arrays = {name: tensor(array) for name, array in free.items()}
    namespace = {"np": np, "Tensor": Tensor, "tanh_times": tanh_times, **arrays}
    if "torch" in text:
        import torch

        namespace["torch"] = torch
    return eval(text, namespace)


def tanh_times(factor: float) -> Any:
    """A tanh whose gradient is wrong by a factor, as in notebook 03."""
    step = Step("hand.tanh", (0,), (), {"slip": "factor", "amount": factor})
    return lambda t: hand.node(step, [t], lambda: None)
