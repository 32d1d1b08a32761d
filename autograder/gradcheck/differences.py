"""The numeric Jacobian: every element of every checked tensor moved by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from minitorch import Tensor

from .invariants import shapes
from .numeric import DIFFERENCES, Slice, complex_step, step
from .subject import Subject


class UnstableError(Exception):
    """The outputs changed their number, shape or dtype when an input moved."""


class Differences:
    """All outputs of a subject, as one long vector, differentiated by differences.

    values  the outputs at the point; integer outputs are left out
    """

    def __init__(
        self,
        subject: Subject,
        values: list[np.ndarray],
        method: str = "central",
        reference: Callable[..., Any] | None = None,
    ) -> None:
        self.subject, self.values, self.method, self.reference = subject, values, method, reference
        self.compared = [n for n, value in enumerate(values) if value.dtype.kind == "f"]
        sizes = [values[n].size for n in self.compared]
        ends = np.cumsum([0, *sizes])
        self.rows = {n: slice(ends[i], ends[i + 1]) for i, n in enumerate(self.compared)}
        self.total = int(ends[-1])

    def slice(self, tensor: int, element: int) -> Slice:
        """The vector as a function of one element's value; each value is evaluated once."""
        at = self.subject.slice(tensor, element)
        known: dict[float, np.ndarray] = {}

        def vector(value: np.floating) -> np.ndarray:
            if float(value) not in known:
                known[float(value)] = self._vector(at(value), value)
            return known[float(value)]

        return vector

    def point(self, tensor: int, element: int) -> np.floating:
        """The value of one element."""
        one = self.subject.checked[tensor].tensor
        return self.subject.data[one].reshape(-1)[element]  # type: ignore[no-any-return]

    def column(self, tensor: int, element: int, eps: float) -> tuple[np.ndarray, np.ndarray]:
        """One column of the Jacobian, and how far the two one-sided differences are apart."""
        if self.method == "complex":
            slopes = self._complex(tensor, element)
            return slopes, np.zeros_like(slopes)
        f, x = self.slice(tensor, element), self.point(tensor, element)
        h = step(x, eps)
        with np.errstate(all="ignore"):
            slopes = DIFFERENCES[self.method](f, x, h)
            if self.method == "forward":
                return slopes, np.zeros_like(slopes)
            return slopes, np.abs(f(x + h) - 2 * f(x) + f(x - h)) / (float(h) or np.nan)

    def jacobian(self, eps: float) -> tuple[list[np.ndarray], list[np.ndarray]]:
        """For each checked tensor the Jacobian, (total, size), and the gaps of :meth:`column`."""
        slopes, gaps = [], []
        for number, one in enumerate(self.subject.checked):
            columns = [self.column(number, element, eps) for element in range(one.tensor.size)]
            empty = np.zeros((self.total, 0))
            slopes.append(np.stack([c[0] for c in columns], axis=1) if columns else empty)
            gaps.append(np.stack([c[1] for c in columns], axis=1) if columns else empty)
        return slopes, gaps

    def _vector(self, outputs: list[np.ndarray], moved_to: Any) -> np.ndarray:
        if shapes(outputs) != shapes(self.values):
            raise UnstableError(
                f"{shapes(self.values)} at the point, {shapes(outputs)} where one element "
                f"is {float(moved_to):.6g}"
            )
        parts = [outputs[n].astype(float).reshape(-1) for n in self.compared]
        return np.concatenate([np.zeros(0), *parts])

    def _complex(self, tensor: int, element: int) -> np.ndarray:
        inputs, one = self.subject.inputs, self.subject.checked[tensor]
        arrays = [x.data if isinstance(x, Tensor) else x for x in inputs]
        which = next((n for n, x in enumerate(inputs) if x is one.tensor), None)
        if which is None or self.reference is None:
            raise ValueError(
                f"a reference is a function of the inputs, so it can't move {one.name}; "
                "pass it as an input"
            )
        parts = complex_step(self.reference, arrays, which, element)
        return np.concatenate([np.zeros(0), *(parts[n].reshape(-1) for n in self.compared)])
