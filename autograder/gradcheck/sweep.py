"""The same Jacobian entries again: one of them, or all at many steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from .backward import Graph
from .differences import Differences
from .report import ErrorByEps
from .subject import Subject

EPS = 10.0 ** -(np.arange(3, 40) / 3)  # 1e-1 to 1e-13, three a decade


class Pair(NamedTuple):
    """One entry from both sides."""

    analytic: float
    numeric: float


def error_by_eps(
    func: Callable[..., Any],
    inputs: Any,
    eps: Sequence[float] | np.ndarray | None = None,
    method: str = "central",
) -> ErrorByEps:
    """Median and worst error over all Jacobian entries, relative to the largest entry."""
    steps = np.sort(np.asarray(EPS if eps is None else eps, dtype=float))[::-1]
    subject = Subject(func, inputs)
    with subject.undisturbed():
        graph = Graph(subject)
        with graph.undisturbed():
            rows = [graph.jacobian(n) for n in graph.differentiable]
        differences = Differences(subject, graph.values, method)
        kept = np.concatenate(
            [np.arange(differences.total)[differences.rows[n]] for n in graph.differentiable]
        )
        analytic = [np.concatenate([row[t] for row in rows]) for t in range(len(subject.checked))]
        size = max(np.abs(a).max(initial=0.0) for a in analytic) or 1.0
        errors = np.stack([_errors(differences, analytic, kept, float(e)) for e in steps]) / size
    return ErrorByEps(steps, np.median(errors, axis=1), errors.max(axis=1))


def _errors(
    differences: Differences, analytic: list[np.ndarray], kept: np.ndarray, eps: float
) -> np.ndarray:
    numeric, _ = differences.jacobian(eps)
    parts = [np.abs(a - n[kept]).reshape(-1) for a, n in zip(analytic, numeric, strict=True)]
    return np.concatenate(parts)


def jacobian_entry(
    func: Callable[..., Any],
    inputs: Any,
    output: tuple[int, tuple[int, ...]] = (0, ()),
    tensor: tuple[int, tuple[int, ...]] = (0, ()),
    eps: float = 1e-6,
    method: str = "central",
    reference: Callable[..., Any] | None = None,
) -> Pair:
    """One entry, d output / d tensor, by one backward pass and by one difference.

    output  which output, and the element's index in it
    tensor  which checked tensor (inputs that require grad first, then parameters), and the index
    """
    (which, row), (number, element) = output, tensor
    subject = Subject(func, inputs)
    with subject.undisturbed():
        graph = Graph(subject)
        upstream = np.zeros_like(graph.values[which])
        upstream[row] = 1
        with graph.undisturbed():
            grad = graph.pull(which, upstream)[number] if which in graph.differentiable else None
            analytic = 0.0 if grad is None else float(grad[element])
        flat = (
            int(np.ravel_multi_index(element, subject.checked[number].tensor.shape))
            if element
            else 0
        )
        differences = Differences(subject, graph.values, method, reference)
        slopes, _ = differences.column(number, flat, eps)
        numeric = slopes[differences.rows[which]].reshape(graph.values[which].shape)[row]
    return Pair(analytic, float(numeric))
