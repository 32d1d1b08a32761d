"""What must hold whatever the derivative is: shapes, ownership, linearity, one answer."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .backward import Grads, Graph, watched
from .problem import Problem
from .subject import Subject

# What linearity may be off by, relative to the sums compared: some 1e5 and 1e3 units of rounding,
# and for float64 grads whose every value is a float32 number, a few of float32's.
ROUNDING = {np.dtype(np.float64): 2e-11, np.dtype(np.float32): 1e-4}
THROUGH_FLOAT32 = 1e-6


def forward_repeats(
    before: list[np.ndarray], after: list[np.ndarray], tol: float
) -> Iterator[Problem]:
    """Whether two calls with the same inputs gave the same outputs."""
    if shapes(after) != shapes(before):
        yield Problem("unstable output", detail=f"{shapes(before)} at first, then {shapes(after)}")
        return
    for number, (first, second) in enumerate(zip(before, after, strict=True)):
        off = _distance(first, second)
        if not off <= tol:
            detail = f"two calls differ by up to {off:.4g}, nondet_tol={tol:.4g}"
            yield Problem("nondeterministic forward", f"output {number}", detail)


def inputs_kept(subject: Subject, when: str) -> Iterator[Problem]:
    """Whether data that was passed in is still what it was."""
    for name in subject.changed():
        yield Problem("mutated input", name, f"its data are not what they were before {when}")


def outputs_finite(graph: Graph) -> Iterator[Problem]:
    """Whether the function has a value at the point at all."""
    for number, value in enumerate(graph.values):
        if value.dtype.kind == "f" and not np.isfinite(value).all():
            index = _first(~np.isfinite(value))
            yield Problem("nan", f"output {number}", f"output{list(index)} is {value[index]}")


def grads_fit(subject: Subject, graph: Graph, which: int) -> Iterator[Problem]:
    """Shapes and ownership of the grads after one pass, watched closure by closure."""
    upstream = graph.random_upstream(which)
    given = upstream.copy()
    seen: dict[tuple[str, str], None] = {}
    with watched(graph.nodes, lambda kind, words: seen.setdefault((kind, words))):
        grads = graph.pull(which, upstream)
    for kind, words in seen:
        yield Problem(kind, f"output {which}", words)
    if not np.array_equal(upstream, given):
        detail = "the array passed to backward came back changed"
        yield Problem("mutated upstream", f"output {which}", detail)
    yield from inputs_kept(subject, "the backward pass")
    yield from _shapes_fit(subject, grads, which)
    yield from _own(subject, graph, grads, which, upstream)


def _shapes_fit(subject: Subject, grads: Grads, which: int) -> Iterator[Problem]:
    for one, grad in zip(subject.checked, grads, strict=True):
        if grad is not None and grad.shape != one.tensor.shape:
            size = "the right size" if grad.size == one.tensor.size else f"size {grad.size}"
            detail = f"expected a grad of shape {one.tensor.shape}, got {grad.shape} ({size})"
            yield Problem("wrong shape", f"output {which}, {one.name}", detail)


def dtypes_fit(subject: Subject, graph: Graph, which: int) -> Iterator[Problem]:
    """Whether each grad has its tensor's dtype."""
    for one, grad in zip(subject.checked, graph.random_pull(which), strict=True):
        if grad is not None and grad.dtype != one.tensor.dtype:
            kind = "float32" if one.tensor.dtype == np.float64 else "wrong dtype"
            detail = f"expected a grad of dtype {one.tensor.dtype}, got {grad.dtype}"
            yield Problem(kind, f"output {which}, {one.name}", detail)


def _own(
    subject: Subject, graph: Graph, grads: Grads, which: int, upstream: np.ndarray
) -> Iterator[Problem]:
    out = graph.outputs[which]
    others = {"the upstream gradient": upstream}
    if not any(out is tensor for tensor in subject.held):
        others |= {"out.grad": out.grad, "the output's data": out.data}
        for one in subject.checked:
            if _share(out.data, one.tensor.data):
                detail = f"the output's data share memory with those of {one.name}"
                yield Problem("aliased", f"output {which}", detail)
    for one in subject.checked:
        others[f"the data of {one.name}"] = one.tensor.data
    for one, grad in zip(subject.checked, grads, strict=True):
        where = f"output {which}, {one.name}"
        if grad is None:
            continue
        if not grad.flags.writeable:
            yield Problem("aliased", where, "its grad is a read-only view of another array")
        for name, array in others.items():
            if isinstance(array, np.ndarray) and _share(grad, array):
                yield Problem("aliased", where, f"its grad shares memory with {name}")
        others[f"the grad of {one.name}"] = grad


def backward_repeats(
    subject: Subject, before: Grads, after: Grads, which: int, tol: float
) -> Iterator[Problem]:
    """Whether two backward passes, or two rounds of them, gave the same."""
    for one, first, second in zip(subject.checked, before, after, strict=True):
        if first is None and second is None:
            continue
        same = first is not None and second is not None and first.shape == second.shape
        off = _distance(first, second) if same else np.inf
        if not off <= tol:
            detail = f"two passes differ by up to {off:.4g}, nondet_tol={tol:.4g}"
            yield Problem("nondeterministic backward", f"output {which}, {one.name}", detail)


def linear(
    subject: Subject, graph: Graph, jacobian: list[np.ndarray], which: int, tol: float
) -> Iterator[Problem]:
    """Whether an upstream of zeros gives zeros, and a random one the sum of rows that it should."""
    value = graph.values[which]
    for words, upstream in (
        ("zeros", np.zeros_like(value)),
        ("random numbers", graph.random_upstream(which)),
    ):
        grads = graph.pull(which, upstream.copy())
        for name, off in _off(subject, grads, jacobian, upstream, tol):
            detail = f"for an upstream gradient of {words} it is off by up to {off:.4g}"
            yield Problem("not linear", f"output {which}, {name}", detail)


def undefined(
    subject: Subject, graph: Graph, jacobian: list[np.ndarray], which: int, tol: float
) -> Iterator[Problem]:
    """Whether an output can be alone: the others without a grad count as zeros."""
    upstream = graph.random_upstream(which)
    try:
        grads = graph.pull(which, upstream.copy(), others=False)
    except Exception as error:
        detail = f"with no grad at the other outputs it raised {type(error).__name__}: {error}"
        yield Problem("undefined", f"output {which}", detail)
        return
    for name, off in _off(subject, grads, jacobian, upstream, tol):
        detail = f"with no grad at the other outputs it is off by up to {off:.4g}"
        yield Problem("undefined", f"output {which}, {name}", detail)


def _off(
    subject: Subject, grads: Grads, jacobian: list[np.ndarray], upstream: np.ndarray, tol: float
) -> Iterator[tuple[str, float]]:
    """Tensors whose grad is not upstream @ rows up to rounding, and by how much."""
    weights = upstream.reshape(-1).astype(float)
    total = float(np.abs(weights).sum())
    for one, grad, rows in zip(subject.checked, grads, jacobian, strict=True):
        if grad is None or grad.size != one.tensor.size or not np.isfinite(rows).all():
            continue
        off = _distance(np.asarray(grad, float).reshape(-1), weights @ rows)
        unit = ROUNDING[one.tensor.dtype]
        if one.tensor.dtype == np.float64 and is_float32(grad):
            unit = THROUGH_FLOAT32
        if not off <= unit * total * max(1.0, np.abs(rows).max(initial=0.0)) + tol * (1 + total):
            yield one.name, off


def shapes(values: list[np.ndarray]) -> str:
    """Shapes and dtypes of some outputs, as a message shows them."""
    return ", ".join(f"{value.dtype}{value.shape}" for value in values) or "no outputs"


def is_float32(values: np.ndarray) -> bool:
    """Whether every value is one that float32 holds exactly."""
    return bool((np.asarray(values, np.float32) == values).all())


def _share(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two arrays overlap; where that is hard to find out (interleaved views), yes."""
    try:
        return np.shares_memory(a, b, max_work=10_000)
    except np.exceptions.TooHardError:
        return True


def _distance(a: np.ndarray, b: np.ndarray) -> float:
    """The largest difference; elements that are the same, NaN and infinities too, do not differ."""
    same = (a == b) | (np.isnan(a) & np.isnan(b)) if a.dtype.kind == "f" else a == b
    with np.errstate(all="ignore"):
        return float(np.where(same, 0, np.abs(np.asarray(a, float) - b)).max(initial=0.0))


def _first(mask: np.ndarray) -> tuple[int, ...]:
    return tuple(int(i) for i in np.argwhere(mask)[0])
