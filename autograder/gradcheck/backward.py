"""The engine's side: its Jacobian, row by row, and what its closures do besides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from minitorch import Tensor

from .subject import Subject

SEED = 0  # of the random upstream gradients; a generator of our own, so nothing global moves
Grads = list[np.ndarray | None]


class Graph:
    """One forward pass of a subject, ready for as many backward passes as are asked for."""

    def __init__(self, subject: Subject) -> None:
        self.tensors = [one.tensor for one in subject.checked]
        self.outputs = subject.outputs()
        self.values = [np.array(out.data) for out in self.outputs]
        self.nodes = reachable(self.outputs)
        self.differentiable = [n for n, out in enumerate(self.outputs) if out.requires_grad]
        self.missing: set[tuple[int, int]] = set()  # (output, tensor) pairs that got no grad

    def pull(self, which: int, upstream: np.ndarray, others: bool = True) -> Grads:
        """The checked tensors' grads for one output's upstream gradient, as the engine left them.

        others  give the other outputs a grad of zeros; else they have none, as if never used
        """
        for node in self.nodes:
            node.grad = None
        if others:
            for number in self.differentiable:
                self.outputs[number].grad = np.zeros_like(self.values[number])
        with np.errstate(all="ignore"):
            self.outputs[which].backward(upstream)
        return [tensor.grad for tensor in self.tensors]

    def random_upstream(self, which: int) -> np.ndarray:
        """An upstream gradient of random numbers, the same ones every time."""
        value = self.values[which]
        random = np.random.default_rng([SEED, which])
        return np.asarray(random.standard_normal(value.shape)).astype(value.dtype)

    def random_pull(self, which: int) -> Grads:
        """Copies of the grads for that upstream gradient."""
        grads = self.pull(which, self.random_upstream(which))
        return [None if grad is None else np.array(grad) for grad in grads]

    def jacobian(self, which: int) -> list[np.ndarray]:
        """d output / d tensor for every checked tensor, of shape (output size, tensor size).

        One backward pass a row, so that no entry can hide in a sum. A missing grad is zeros; one
        of another shape but the right size is read in order; any other is NaN.
        """
        value = self.values[which]
        rows = [np.zeros((value.size, tensor.size)) for tensor in self.tensors]
        for row in range(value.size):
            upstream = np.zeros_like(value)
            upstream.flat[row] = 1  # flat: a reshape of a transposed array is a copy
            for number, grad in enumerate(self.pull(which, upstream)):
                rows[number][row] = _flat(grad, self.tensors[number].size)
                if grad is None:
                    self.missing.add((which, number))
        return rows

    @contextmanager
    def undisturbed(self) -> Iterator[None]:
        """Give every node's grad back as it was; a leaf may be the caller's own."""
        grads = [(node, node.grad) for node in self.nodes]
        try:
            yield
        finally:
            for node, grad in grads:
                node.grad = grad


def _flat(grad: Any, size: int) -> np.ndarray:
    if grad is None:
        return np.zeros(size)
    flat = np.asarray(grad, dtype=float).reshape(-1)
    return flat if flat.size == size else np.full(size, np.nan)


def reachable(outputs: Sequence[Tensor]) -> list[Tensor]:
    """Every tensor that the outputs were computed from and that requires grad, outputs included."""
    seen = dict.fromkeys(out for out in outputs if out.requires_grad)
    waiting = list(seen)
    while waiting:
        for parent in waiting.pop()._prev:
            if parent.requires_grad and parent not in seen:
                seen[parent] = None
                waiting.append(parent)
    return list(seen)


@contextmanager
def watched(nodes: Sequence[Tensor], report: Callable[[str, str], None]) -> Iterator[None]:
    """While it lasts, each closure that writes into what it was given is reported: kind, words."""
    closures = [(node, node._backward) for node in nodes if node._prev]
    try:
        for node, closure in closures:
            node._backward = _watching(node, closure, report)
        yield
    finally:
        for node, closure in closures:
            node._backward = closure


def _watching(
    node: Tensor, closure: Callable[[], None], report: Callable[[str, str], None]
) -> Callable[[], None]:
    def run() -> None:
        upstream = node.grad
        given = None if upstream is None else upstream.copy()
        data = [(tensor.data, tensor.data.copy()) for tensor in (node, *node._prev)]
        closure()
        op = f"the closure of op {node._op!r}" if node._op else "a closure without an op's name"
        if given is not None and not np.array_equal(upstream, given, equal_nan=True):
            report("mutated upstream", f"{op} wrote into out.grad, its upstream gradient")
        if any(not np.array_equal(after, before, equal_nan=True) for after, before in data):
            report("mutated input", f"{op} wrote into the data of a tensor it was given")

    return run
