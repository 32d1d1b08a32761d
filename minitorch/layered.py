"""Where the boxes of a graph go: one layer behind the other, few crossings, short edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import fmean

SWEEPS = 8  # passes over the layers; small graphs settle in three or four
LEAF = (
    0.05  # weight of a box without operands; the others weigh 1, so that long chains stay straight
)


@dataclass(eq=False)
class Box:
    """A box, or (without a size) a bend of an edge that passes through a layer.

    across  where its middle stands within its layer
    """

    size: float = 0.0
    layer: int = 0
    across: float = 0.0
    before: list[Box] = field(default_factory=list)  # where edges come from, in order
    after: list[Box] = field(default_factory=list)


@dataclass
class Layout:
    """The boxes by layer, and each edge as the boxes and bends that it goes through."""

    layers: list[list[Box]]
    edges: list[list[Box]]


def layered(boxes: Sequence[Box], edges: Sequence[tuple[Box, Box]], gap: float) -> Layout:
    """Give each box a layer and a place in it; ``gap`` is the least space between two.

    Edges go from earlier to later; the last box is where all of them end up.
    """
    consumers: dict[Box, list[Box]] = {box: [] for box in boxes}
    for start, end in edges:
        consumers[start].append(end)
    depth: dict[Box, int] = {}
    for box in reversed(boxes):  # every box comes before its consumers
        depth[box] = 1 + max((depth[end] for end in consumers[box]), default=-1)
    last = max(depth.values(), default=0)
    for box in boxes:
        box.layer = last - depth[box]
    paths = [_path(start, end) for start, end in edges]
    layers: list[list[Box]] = [[] for _ in range(last + 1)]
    for box in dict.fromkeys([*boxes, *(bend for path in paths for bend in path)]):
        layers[box.layer].append(box)
    _place(layers, gap)
    return Layout(layers, paths)


def _path(start: Box, end: Box) -> list[Box]:
    """An edge with a bend in every layer that it crosses; neighbours know one another."""
    bends = [Box(layer=layer) for layer in range(start.layer + 1, end.layer)]
    path = [start, *bends, end]
    for here, there in pairwise(path):
        here.after.append(there)
        there.before.append(here)
    return path


def _place(layers: Sequence[list[Box]], gap: float) -> None:
    """Move every box towards the middle of its neighbours, forwards and backwards in turn."""
    for layer in layers:
        _spread(layer, gap)
    for sweep in range(SWEEPS):
        backwards = sweep % 2 == 0
        for layer in reversed(layers) if backwards else layers:
            for box in layer:
                _pull(box, backwards)
            layer.sort(key=lambda box: box.across)
            _spread(layer, gap)


def _pull(box: Box, backwards: bool) -> None:
    """Move a box to the middle of those before it; backwards, or if it has none, of those after."""
    if box.before and not backwards:
        weights = [_weight(neighbour) for neighbour in box.before]
        box.across = fmean((neighbour.across for neighbour in box.before), weights)
    elif box.after:
        box.across = fmean(_entry(neighbour, box) for neighbour in box.after)


def _entry(consumer: Box, operand: Box) -> float:
    """Where an operand's edge meets its consumer: the first one's a little above the second's."""
    number = consumer.before.index(operand)
    return consumer.across + (number - (len(consumer.before) - 1) / 2) * 1e-3


def _weight(box: Box) -> float:
    return 1.0 if box.before else LEAF


def _spread(layer: Sequence[Box], gap: float) -> None:
    """Push boxes that overlap apart, and move the layer back to where it was on average."""
    weights = [_weight(box) for box in layer]
    before = fmean((box.across for box in layer), weights)
    for above, below in pairwise(layer):
        least = above.across + (above.size + below.size) / 2 + gap
        below.across = max(below.across, least)
    shift = before - fmean((box.across for box in layer), weights)
    for box in layer:
        box.across += shift
