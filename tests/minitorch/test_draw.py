"""The picture of a graph: every tensor once, boxes that do not overlap, text for terminals."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from minitorch import Tensor
from minitorch.draw import FILLS, INK, MOST, draw

pytestmark = pytest.mark.usefixtures("engine")
SVG = "{http://www.w3.org/2000/svg}"


def leaf(data=2.0) -> Tensor:
    """A tensor that requires grad."""
    return Tensor(data, requires_grad=True)


def chain(length: int) -> Tensor:
    """One tensor, changed again and again."""
    x = leaf()
    for _ in range(length):
        x = x.tanh()
    return x


def graphs() -> dict[str, Tensor]:
    """Graphs of many forms."""
    x, w = leaf(), leaf(np.ones(3))
    ladder = x
    for _ in range(4):
        ladder = ladder * x + w
    tree = [leaf(float(i)) for i in range(8)]
    while len(tree) > 1:
        tree = [a * b for a, b in zip(tree[::2], tree[1::2], strict=True)]
    return {
        "one": Tensor(1.0),
        "diamond": x.exp() + x.tanh(),
        "square": x * x,
        "ladder": ladder,
        "tree": tree[0],
        "chain": chain(30),
        "wide": Tensor(np.ones((20, 3, 5)), requires_grad=True).softmax().sum(),
    }


def svg(tensor: Tensor) -> ET.Element:
    """The picture, read as XML."""
    return ET.fromstring(draw(tensor)._repr_svg_())


def rectangles(picture: ET.Element) -> list[tuple[float, float, float, float]]:
    """Left, top, right, bottom of every box."""
    found = []
    for box in picture.iter(f"{SVG}rect"):
        x, y, width, height = (float(box.get(key)) for key in ("x", "y", "width", "height"))
        found.append((x, y, x + width, y + height))
    return found


@pytest.mark.parametrize("name", ["one", "diamond", "square", "ladder", "tree", "chain", "wide"])
def test_boxes_lie_inside_and_apart(name):
    """And an arrow for every operand, also where one is used twice."""
    tensor = graphs()[name]
    picture = svg(tensor)
    boxes = rectangles(picture)
    width, height = float(picture.get("width")), float(picture.get("height"))
    for number, (left, top, right, bottom) in enumerate(boxes):
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height
        for other in boxes[:number]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
    nodes = draw(tensor).nodes
    assert len(boxes) == len(nodes)
    assert len(list(picture.iter(f"{SVG}path"))) == sum(len(node._prev) for node in nodes)


def test_a_box_says_op_shape_data_and_grad():
    """Large arrays show their shape alone."""
    x = leaf([1.0, 2.0])
    y = (x * x).sum()
    y.backward()
    drawing = draw(y, x=x)
    assert drawing.label(y) == ["sum", "data 5", "grad 1"]
    assert drawing.label(x) == ["x = leaf", "shape (2,)", "data [1, 2]", "grad [2, 4]"]
    assert drawing.label(Tensor(np.ones((3, 5)))) == ["constant", "shape (3, 5)"]


def test_text_for_a_terminal():
    """Plain ASCII; a tensor that is used twice is described once."""
    x = leaf()
    assert repr(draw(x.exp() * x, x=x)) == (
        "[1] mul: data 14.78\n"
        "|- [2] exp: data 7.389\n"
        "|  `- [3] x = leaf: data 2\n"
        "`- [3] x = leaf: see above"
    )


def test_a_deep_graph_is_cut_and_says_so():
    """A chain of 10,000 is drawn at once."""
    drawing = draw(chain(10_000))
    assert len(drawing.nodes) == MOST
    assert f"... and {10_001 - MOST} more" in repr(drawing)
    assert f"{10_001 - MOST} tensors further up are left out" in drawing._repr_svg_()


def test_both_themes_can_be_read():
    """Letters are dark on fills that are light; nothing takes the page's own colours."""
    text = draw(graphs()["ladder"])._repr_svg_()
    assert "currentColor" not in text
    assert "<style" not in text
    for fill, _ in FILLS.values():
        assert contrast(fill, INK) > 7
    arrows = set(re.findall(r'polygon points="[^"]*" fill="(#\w+)"', text))
    assert all(
        min(contrast(arrow, page) for page in ("#ffffff", "#111111")) > 3 for arrow in arrows
    )


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, as WCAG 2 defines it."""
    light = sorted((luminance(one), luminance(other)))
    return (light[1] + 0.05) / (light[0] + 0.05)


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb``."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return float(np.dot((0.2126, 0.7152, 0.0722), linear))


def test_names_are_escaped():
    """An op's name is a student's own text."""
    x = leaf()
    odd = Tensor(1.0, _prev=(x,), _op="<b>&")
    assert "&lt;b&gt;&amp;" in draw(odd)._repr_svg_()
    svg(odd)


def test_the_picture_is_the_same_every_time():
    """No ids, no addresses, no order of a set."""
    assert draw(graphs()["ladder"])._repr_svg_() == draw(graphs()["ladder"])._repr_svg_()
