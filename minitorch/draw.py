"""The graph behind a tensor as a picture: ``draw(loss)``, with names ``draw(loss, x=x, w=w)``."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import accumulate, chain, pairwise
from typing import Any

import numpy as np

from .layered import Box, layered
from .tensor import Tensor

MOST = 60  # nodes; what is further from the output is left out
SHOWN = 4  # elements; larger arrays show their shape alone
LETTER, LINE, PAD, GAP = 7.3, 16.0, 10.0, 18.0  # pixels; a letter of 12 px monospace is 7.2 wide
BETWEEN = 46.0  # pixels between two layers, room for the arrows
HEAD = 7.0  # pixels; an arrow's
PORT = 12.0  # pixels between two arrows into the same box
WIDEST = 900.0  # pixels, about a notebook's column; a longer graph runs from top to bottom
# A box has a fill of its own and dark letters, an arrow a middle grey: both themes can be read.
INK, EDGE = "#1f2328", "#8c8c8c"
FILLS = {
    "op": ("#fbe3c0", "#d08a1d"),
    "leaf": ("#cfe4f7", "#3b82c4"),
    "constant": ("#e4e4e4", EDGE),
}


def draw(tensor: Tensor, /, **names: Tensor) -> Drawing:
    """A picture of the tensors that this one was computed from, each drawn once.

    A notebook shows it as SVG, a terminal as text. Tensors given by name carry it.
    """
    return Drawing(tensor, names)


class Drawing:
    """The nodes of a graph, parents first, and their two pictures."""

    def __init__(self, tensor: Tensor, names: dict[str, Tensor]) -> None:
        self.names = {id(named): name for name, named in names.items()}
        self.nodes, self.left_out = _nodes(tensor)

    def label(self, node: Tensor) -> list[str]:
        """What a node's box says, a line each."""
        name = self.names.get(id(node))
        kind = _kind(node)
        what = node._op if kind == "op" else kind
        lines = [f"{name} = {what}" if name else what]
        lines += [f"shape {node.shape}"] if node.shape else []
        lines += [f"data {_values(node.data)}"] if node.size <= SHOWN else []
        if node.grad is not None:
            small = node.grad.size <= SHOWN
            lines += [f"grad {_values(node.grad)}" if small else f"grad {node.grad.shape}"]
        return lines

    def __repr__(self) -> str:
        return "\n".join(self._text())

    def _text(self) -> Iterator[str]:
        """One line a node, the output first, operands indented below it."""
        numbers: dict[int, int] = {}
        stack = [(self.nodes[-1], "", "")]
        known = {id(node) for node in self.nodes}
        while stack:
            node, margin, branch = stack.pop()
            again = id(node) in numbers
            number = numbers.setdefault(id(node), len(numbers) + 1)
            first, *rest = self.label(node)
            says = "see above" if again else ", ".join(rest)
            yield f"{margin}{branch}[{number}] {first}: {says}"
            if again:
                continue
            below = margin + {"": "", "|- ": "|  ", "`- ": "   "}[branch]
            operands = [parent for parent in node._prev if id(parent) in known]
            branches = ["|- "] * (len(operands) - 1) + ["`- "]
            stack += reversed([(p, below, b) for p, b in zip(operands, branches, strict=False)])
        if self.left_out:
            yield f"... and {self.left_out} more"

    def _repr_svg_(self) -> str:
        return _Picture(self).svg()


def _nodes(output: Tensor) -> tuple[list[Tensor], int]:
    """The nodes nearest to the output, parents before children, and how many were left out."""
    reached = {id(output): output}
    queue = [output]
    for node in queue:
        for parent in node._prev:
            if id(parent) not in reached:
                reached[id(parent)] = parent
                queue.append(parent)
    kept = {id(node) for node in queue[:MOST]}
    return _parents_first(output, kept), len(queue) - len(kept)


def _parents_first(output: Tensor, kept: set[int]) -> list[Tensor]:
    order: dict[int, Tensor] = {}
    stack = [(output, iter(output._prev))]
    started = {id(output)}
    while stack:
        node, parents = stack[-1]
        parent = next((p for p in parents if id(p) in kept and id(p) not in started), None)
        if parent is None:
            order[id(node)] = node
            stack.pop()
        else:
            started.add(id(parent))
            stack.append((parent, iter(parent._prev)))
    return list(order.values())


def _kind(node: Tensor) -> str:
    if node._prev:
        return "op"
    return "leaf" if node.requires_grad else "constant"


def _values(array: Any) -> str:
    """A few numbers on one line, to four digits."""
    text = np.array2string(
        np.asarray(array), separator=", ", formatter={"float_kind": lambda number: f"{number:.4g}"}
    )
    return " ".join(text.split())


class _Picture:
    """Boxes and arrows in pixels, from left to right or, if the graph is deep, downwards."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.labels = [drawing.label(node) for node in drawing.nodes]
        self.widths = [max(map(len, lines)) * LETTER + 2 * PAD for lines in self.labels]
        self.heights = [len(lines) * LINE + PAD for lines in self.labels]
        self.arrived: dict[tuple[Box, Box], int] = {}  # arrows that were drawn, less one
        self.downwards = False
        self._arrange()
        if self.length > WIDEST:
            self.downwards = True
            self._arrange()

    def _arrange(self) -> None:
        """Lay the boxes out, and measure the layers along the graph and across it."""
        across, along = self.heights, self.widths
        if self.downwards:
            across, along = along, across
        boxes = [Box(size) for size in across]
        self.boxes, self.lengths = boxes, dict(zip(boxes, along, strict=True))
        of = {id(node): box for node, box in zip(self.drawing.nodes, boxes, strict=True)}
        edges = [
            (of[id(parent)], of[id(node)])
            for node in self.drawing.nodes
            for parent in node._prev
            if id(parent) in of
        ]
        self.layout = layered(boxes, edges, GAP)
        self.thick = [max(self.lengths.get(b, 0) for b in layer) for layer in self.layout.layers]
        self.starts = [*accumulate(self.thick, lambda at, thick: at + thick + BETWEEN, initial=PAD)]
        self.length = self.starts[-1] - BETWEEN + PAD
        placed = list(chain(*self.layout.layers))
        self.top = min(box.across - box.size / 2 for box in placed) - PAD
        self.breadth = max(box.across + box.size / 2 for box in placed) + PAD - self.top

    def _at(self, along: float, across: float) -> tuple[float, float]:
        """A point of the layout as x and y."""
        across -= self.top
        return (across, along) if self.downwards else (along, across)

    def svg(self) -> str:
        """The picture; it has no ids and no style sheet, so that several fit on one page."""
        width, height = self._at(self.length, self.breadth + self.top)
        height += LINE if self.drawing.left_out else 0
        alt = escape(", ".join(lines[0] for lines in self.labels))
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" '
                f'height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
                f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="12">',
                f"<title>graph of {len(self.boxes)} tensors: {alt}</title>",
                *map(self._arrow, self.layout.edges),
                *map(self._box, range(len(self.boxes))),
                *self._note(height),
                "</svg>",
            ]
        )

    def _note(self, height: float) -> Iterator[str]:
        if self.drawing.left_out:
            yield (
                f'<text x="{PAD:.0f}" y="{height - PAD:.0f}" fill="{EDGE}">'
                f"{self.drawing.left_out} tensors further up are left out</text>"
            )

    def _box(self, number: int) -> str:
        """A rounded box in its colour; the first line is bold."""
        box, lines = self.boxes[number], self.labels[number]
        width, height = self.widths[number], self.heights[number]
        fill, edge = FILLS[_kind(self.drawing.nodes[number])]
        x, y = self._at(self.starts[box.layer] + self.thick[box.layer] / 2, box.across)
        x, y = x - width / 2, y - height / 2
        weights = ("bold", "normal")
        heavy = 2.5 if number == len(self.boxes) - 1 else 1.2  # the output
        text = "".join(
            f'<text x="{x + PAD:.1f}" y="{y + (i + 0.95) * LINE:.1f}" fill="{INK}" '
            f'font-weight="{weights[i > 0]}">{escape(line)}</text>'
            for i, line in enumerate(lines)
        )
        return (
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="5" '
            f'fill="{fill}" stroke="{edge}" stroke-width="{heavy}"/>{text}'
        )

    def _arrow(self, path: list[Box]) -> str:
        """A line through the bends of an edge, and its head; arrows arrive side by side."""
        *_, last, end = path
        again = self.arrived[last, end] = self.arrived.get((last, end), -1) + 1  # x * x
        number = sorted(end.before, key=lambda box: box.across).index(last) + again
        across = end.across + (number - (len(end.before) - 1) / 2) * PORT
        tip = self._side(end, -1) - HEAD
        route = f"M {self._point(self._side(path[0], 1), path[0].across)}"
        for here, there in pairwise(path):
            beside = across if there is end else there.across
            route += self._crossing(here, here.across, there, beside)
        route += f" L {self._point(tip, across)}"
        corners = [(tip, -HEAD / 2), (tip + HEAD, 0.0), (tip, HEAD / 2)]
        head = " ".join(self._point(along, across + aside) for along, aside in corners)
        return (
            f'<path d="{route}" fill="none" stroke="{EDGE}" stroke-width="1.5"/>'
            f'<polygon points="{head}" fill="{EDGE}"/>'
        )

    def _crossing(self, here: Box, across: float, there: Box, beside: float) -> str:
        """From the end of one layer to the beginning of the next; within a layer it is straight."""
        begin = self.starts[here.layer] + self.thick[here.layer]
        end = self.starts[there.layer] - HEAD
        middle = (begin + end) / 2
        stops = [(middle, across), (middle, beside), (end, beside)]
        curve = ", ".join(self._point(*stop) for stop in stops)
        return f" L {self._point(begin, across)} C {curve}"

    def _side(self, box: Box, side: int) -> float:
        """Where a box begins (-1) or ends (1) along the graph; it stands amid its layer."""
        middle = self.starts[box.layer] + self.thick[box.layer] / 2
        return middle + side * self.lengths[box] / 2

    def _point(self, along: float, across: float) -> str:
        return "{:.1f} {:.1f}".format(*self._at(along, across))
