"""What is checked: a function, and every tensor whose gradient it should have right."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from minitorch import Tensor


@dataclass(frozen=True)
class Checked:
    """One tensor whose gradient is checked, and what a message calls it."""

    tensor: Tensor
    name: str


class Subject:
    """A function (or module) of tensors and the inputs it is called with.

    Every call sees fresh copies of all data, so whatever the function does to them, the caller's
    arrays stay as they are. Besides the inputs that require grad, a module's parameters are
    checked: what ``func.parameters()`` gives, else the tensors among ``vars(func)``.
    """

    def __init__(self, func: Callable[..., Any], inputs: Any) -> None:
        if not callable(func):
            raise ValueError(f"expected a function of tensors, got {type(func).__name__}")
        self.func = func
        self.inputs = tuple(inputs) if isinstance(inputs, (tuple, list)) else (inputs,)
        own = parameters(func)
        tensors = [x for x in self.inputs if isinstance(x, Tensor)]
        self.held: list[Tensor] = list(dict.fromkeys([*tensors, *own]))
        self.data = {tensor: tensor.data for tensor in self.held}
        self.checked = _checked(self.inputs, own)
        if not self.checked:
            raise ValueError(
                "expected at least one input that requires grad, got none; "
                f"{_what_came(self.inputs)}; make it with Tensor(data, requires_grad=True)"
            )

    def call(self, changed: Mapping[Tensor, np.ndarray] | None = None) -> Any:
        """The function's raw result on fresh copies of the data; ``changed`` replaces some."""
        for tensor in self.held:
            tensor.data = (changed or {}).get(tensor, self.data[tensor]).copy()
        arguments = [x.copy() if isinstance(x, np.ndarray) else x for x in self.inputs]
        with np.errstate(all="ignore"):  # what is not finite gets a verdict
            return self.func(*arguments)

    def outputs(self, changed: Mapping[Tensor, np.ndarray] | None = None) -> tuple[Tensor, ...]:
        """The outputs as a tuple of tensors; ValueError if the function returns anything else."""
        result = self.call(changed)
        outputs = tuple(result) if isinstance(result, (tuple, list)) else (result,)
        if not outputs or result is None:
            raise ValueError(
                "expected the function to return a tensor or a tuple of them, got none"
            )
        for number, out in enumerate(outputs):
            if not isinstance(out, Tensor):
                raise ValueError(
                    f"expected output {number} to be a Tensor, got {type(out).__name__}; "
                    "a function that leaves the engine has no gradient to check"
                )
        return outputs

    def slice(self, which: int, element: int) -> Callable[[np.floating], list[np.ndarray]]:
        """All outputs' data as a function of one element's value."""
        tensor = self.checked[which].tensor
        moved = self.data[tensor].copy()

        def at(value: np.floating) -> list[np.ndarray]:
            kept = moved.flat[element]
            moved.flat[element] = value
            try:
                return [np.array(out.data) for out in self.outputs({tensor: moved})]
            finally:
                moved.flat[element] = kept

        return at

    def changed(self) -> list[str]:
        """Names of the held tensors whose data are not what they were before the call."""
        names = {one.tensor: one.name for one in self.checked}
        return [
            names.get(tensor, "a tensor that needs no grad")
            for tensor in self.held
            if not _same(tensor.data, self.data[tensor])
        ]

    @contextmanager
    def undisturbed(self) -> Iterator[None]:
        """Give data, grads and the global random states back as they were."""
        grads = [(tensor, tensor.grad) for tensor in self.held]
        numpy_state, python_state = np.random.get_state(), random.getstate()
        try:
            yield
        finally:
            np.random.set_state(numpy_state)
            random.setstate(python_state)
            for tensor, grad in grads:
                tensor.data, tensor.grad = self.data[tensor], grad


def _same(a: Any, b: np.ndarray) -> bool:
    return isinstance(a, np.ndarray) and a.dtype == b.dtype and np.array_equal(a, b, equal_nan=True)


def parameters(func: Any) -> dict[Tensor, str]:
    """A module's tensors that require grad, each with its attribute's name where it has one."""
    attributes = _attributes(func)
    listed = getattr(func, "parameters", None)
    found = list(listed()) if callable(listed) else list(attributes)
    return {
        p: attributes.get(p, f"parameter {number}")
        for number, p in enumerate(found)
        if isinstance(p, Tensor) and p.requires_grad
    }


def _attributes(func: Any) -> dict[Tensor, str]:
    named = {}
    for name, value in getattr(func, "__dict__", {}).items():
        if isinstance(value, Tensor):
            named[value] = name
        elif isinstance(value, (list, tuple)):
            tensors = [(i, x) for i, x in enumerate(value) if isinstance(x, Tensor)]
            named |= {x: f"{name}[{i}]" for i, x in tensors}
    return named


def _checked(inputs: tuple[Any, ...], parameters: dict[Tensor, str]) -> list[Checked]:
    """Each tensor once, however often it is passed."""
    named: dict[Tensor, str] = {}
    for number, x in enumerate(inputs):
        if isinstance(x, Tensor) and x.requires_grad:
            label = f"input {number}"
            named.setdefault(x, f"{label} ({parameters[x]})" if x in parameters else label)
    own = {p: name for p, name in parameters.items() if p not in named}
    return [Checked(tensor, name) for tensor, name in (named | own).items()]


def _what_came(inputs: tuple[Any, ...]) -> str:
    kinds = [
        "a Tensor that does not require grad" if isinstance(x, Tensor) else _full_name(type(x))
        for x in inputs
    ]
    return f"the inputs are {', '.join(kinds)}" if kinds else "there are no inputs"


def _full_name(kind: type) -> str:
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
