"""What goes wrong where elements only move: reshape, transpose, getitem, cat, stack."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .case import Array, Case
from .model import Model, Prediction


def _said(case: Case) -> tuple[int, ...]:
    """The axes that transpose was asked for, as they were said; reversed if it was for none."""
    axes = case.example.program.steps[0].args
    if len(axes) == 1 and isinstance(axes[0], (tuple, list)):
        axes = tuple(axes[0])
    return axes or tuple(reversed(range(case.x.ndim)))


def _order(case: Case) -> tuple[int, ...]:
    """The same axes, each counted from the front."""
    return tuple(axis % case.x.ndim for axis in _said(case))


def _by_index(order: tuple[int, ...]) -> list[int]:
    """Where each axis went; one that was counted from the end is nowhere, and raises."""
    return [order.index(axis) for axis in range(len(order))]


RESHAPE = [
    Model("fortran-order", lambda c: {0: c.g.reshape(c.x.shape, order="F")}),
    Model("fortran-order", lambda c: {"out": c.x.reshape(c.out.shape, order="F")}),
    Model(
        "fortran-order",
        lambda c: {
            "out": c.x.reshape(c.out.shape, order="F"),
            0: c.g.reshape(c.x.shape, order="F"),
        },
    ),
    Model("not-reshaped-back", lambda c: {0: c.g}),
    Model("transpose-for-reshape", lambda c: {0: c.g.T.reshape(c.x.shape)}),
    Model("transpose-for-reshape", lambda c: {0: c.g.T}),
    Model("data-for-gradient", lambda c: {0: c.out.reshape(c.x.shape)}),
]
TRANSPOSE = [
    Model("axes-not-inverted", lambda c: {0: c.g.transpose(_order(c))}),
    Model("axes-not-inverted", lambda c: {0: c.g.T}),
    Model("axes-not-inverted", lambda c: {0: c.g.transpose(_order(c)[::-1])}),
    Model("reshape-for-transpose", lambda c: {0: c.g.reshape(c.x.shape)}),
    Model("reshape-for-transpose", lambda c: {"out": c.x.reshape(c.out.shape)}),
    Model(
        "reshape-for-transpose",
        lambda c: {"out": c.x.reshape(c.out.shape), 0: c.g.reshape(c.x.shape)},
    ),
    Model("not-transposed-back", lambda c: {0: c.g}),
    Model("negative-axes-as-they-are", lambda c: {0: c.g.transpose(np.argsort(_said(c)))}),
    Model("negative-axes-as-they-are", lambda c: {0: c.g.transpose(_by_index(_said(c)))}),
    Model("argument-ignored", lambda c: {"out": c.x.T}),
    Model("argument-ignored", lambda c: {"out": c.x.T, 0: c.g.T}),
]


def _index(case: Case) -> object:
    return case.argument("index", 0)


def _assigned(case: Case) -> Prediction:
    """``z[index] = g``: of repeated indices the last one counts."""
    z = np.zeros_like(case.x)
    z[_index(case)] = case.g
    return {0: z}


def _masked(case: Case) -> Prediction:
    """Wherever the index points, the whole upstream gradient's sum."""
    z = np.zeros_like(case.x)
    z[_index(case)] = case.g.sum()
    return {0: z}


GETITEM = [
    Model("repeated-index-lost", _assigned),
    Model("summed-everything", _masked),
    Model("gradient-everywhere", lambda c: {0: c.g}),
    Model("gradient-everywhere", lambda c: {0: np.broadcast_to(c.g, c.x.shape)}),
    Model("data-for-gradient", lambda c: {0: _picked_data(c)}),
]


def _picked_data(case: Case) -> Array:
    z = np.zeros_like(case.x)
    np.add.at(z, _index(case), case.out * case.g)
    return z


def _along(case: Case, joined: str) -> int:
    axis = int(case.argument("axis", 0, 0))
    return axis % (case.leaves[0].ndim + (joined == "stack"))


def _split(case: Case, axis: int) -> list[Array]:
    """The upstream gradient cut along an axis at the operands' sides along that axis."""
    ends = np.cumsum([leaf.shape[axis] for leaf in case.leaves])[:-1]
    return list(np.split(case.g, ends, axis=axis))


def _first_part(case: Case) -> list[Array]:
    """Every operand takes its part from the beginning."""
    axis = _along(case, "cat")
    return [np.take(case.g, range(leaf.shape[axis]), axis=axis) for leaf in case.leaves]


def _cut_at_lengths(case: Case, lengths: slice, axis: int | None = None) -> list[Array]:
    """Cut where the lengths say, each counted from the beginning."""
    along = _along(case, "cat")
    cuts = [leaf.shape[along] for leaf in case.leaves][lengths]
    return list(np.split(case.g, cuts, axis=along if axis is None else axis))


def _equal_parts(case: Case) -> list[Array]:
    return list(np.split(case.g, len(case.leaves), axis=_along(case, "cat")))


def _parts(split: Callable[[Case], list[Array]]) -> Callable[[Case], Prediction]:
    def predict(case: Case) -> Prediction:
        due = enumerate(split(case))
        return {i: part for i, part in due if i < len(case.leaves) and case.true(i) is not None}

    return predict


def _joined(join: Callable[..., Array], axis: int) -> Callable[[Case], Prediction]:
    def predict(case: Case) -> Prediction:
        return {"out": join(case.leaves, axis=axis)}

    return predict


def _slabs(case: Case, axis: int | None = None) -> list[Array]:
    """The upstream gradient of stack, one slab an operand."""
    axis = _along(case, "stack") if axis is None else axis
    return [np.take(case.g, i, axis=axis) for i in range(len(case.leaves))]


CAT = [
    Model("axis-ignored", _parts(lambda c: _split(c, 0))),
    Model("axis-ignored", _parts(lambda c: _split(c, -1))),
    Model("axis-ignored", _joined(np.concatenate, 0)),
    Model("offset-not-advanced", _parts(_first_part)),
    *(
        Model("lengths-for-cuts", _parts(lambda c, s=s, axis=axis: _cut_at_lengths(c, s, axis)))
        for s in (slice(None, -1), slice(None))
        for axis in (None, 0)
    ),
    Model("equal-parts", _parts(_equal_parts)),
    Model("parts-reversed", _parts(lambda c: _split(c, _along(c, "cat"))[::-1])),
    Model("not-split", _parts(lambda c: [c.g] * len(c.leaves))),
]


def _zipped(case: Case) -> list[Array]:
    """The first axis gone through together with the operands: whoever is left over gets nothing."""
    missing = len(case.leaves) - len(case.g)
    return [*case.g, *[np.zeros(())] * missing]


STACK = [
    Model("axis-ignored", _parts(_zipped)),
    Model("axis-ignored", _parts(lambda c: _slabs(c, 0))),
    Model("axis-ignored", _parts(lambda c: _slabs(c, -1))),
    Model("axis-ignored", _joined(np.stack, 0)),
    Model("offset-not-advanced", _parts(lambda c: [_slabs(c)[0]] * len(c.leaves))),
    Model("parts-reversed", _parts(lambda c: _slabs(c)[::-1])),
    Model("not-split", _parts(lambda c: [c.g] * len(c.leaves))),
    Model(
        "summed-everything", _parts(lambda c: [c.g.sum(axis=_along(c, "stack"))] * len(c.leaves))
    ),
    Model(
        "axis-kept",
        _parts(lambda c: list(np.split(c.g, len(c.leaves), axis=_along(c, "stack")))),
    ),
    Model(
        "cat-for-stack",
        lambda c: {"out": np.concatenate(c.leaves, axis=_along(c, "stack"))},
    ),
]


def models() -> Iterator[tuple[str, list[Model]]]:
    """The misconceptions of the ops that move elements."""
    yield from {"reshape": RESHAPE, "transpose": TRANSPOSE, "getitem": GETITEM}.items()
    yield from {"cat": CAT, "stack": STACK}.items()
