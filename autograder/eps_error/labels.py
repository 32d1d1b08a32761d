"""Direct labels that find a free place: beside a curve, never on top of data or of one another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

Place = tuple[np.ndarray, float, np.ndarray]  # a point, an angle, on which side of it
DISTANCES = (12, 22, 34, 48, 66, 88, 115, 145)  # pixels from a point to its label
FAR = 16.0  # pixels: a label further from its point than this gets a line to it
STEP = 3.0  # pixels between the points that a curve is made of when looking for collisions
GAP = 8.0  # pixels that stay free around a label
EDGE = 1.5  # pixels less when looking for collisions: a box beside a curve touches it


class Labels:
    """The labels of one axes; add curves and points as obstacles first, then place labels."""

    def __init__(self, axes: Any) -> None:
        from matplotlib.backends.backend_agg import RendererAgg

        self.axes = axes
        self.renderer = RendererAgg(1, 1, axes.figure.dpi)  # the caller's canvas may have none
        self.obstacles = np.zeros((0, 2))
        self.placed: list[np.ndarray] = []

    def avoid(self, x: Any, y: Any) -> None:
        """No label may cover this curve."""
        known = np.isfinite(x) & np.isfinite(y) & (np.asarray(x) > 0) & (np.asarray(y) > 0)
        points = self.axes.transData.transform(np.column_stack([x, y])[known])
        self.obstacles = np.concatenate([self.obstacles, dense(points)])

    def along(self, texts: str | Sequence[str], x: Any, y: Any, **look: Any) -> Any:
        """A label that runs along a curve, at the first of its points where it fits.

        texts  what to write, or several from long to short: the first that fits anywhere; if none
               does, nothing is written and None returned
        x, y   the curve, the preferred place first
        """
        points = self.axes.transData.transform(np.column_stack([x, y]))
        for text in [texts] if isinstance(texts, str) else texts:
            label = self._place(text, self._beside(points), must=False, **look)
            if label is not None:
                return label
        return None

    def near(self, text: str, x: float, y: float, towards: float = -90, **look: Any) -> Any:
        """A level label at a point, with a thin line to it: the free place closest to a direction.

        towards  degrees, 0 to the right and 90 upwards
        """
        point = self.axes.transData.transform((x, y))
        label = self._place(text, self._around(point, towards), leads_to=point, **look)
        self._lead(point, self.placed[-1], look.get("color", "black"))
        label.set_bbox({"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1})
        return label

    def _lead(self, point: np.ndarray, corners: np.ndarray, color: str) -> None:
        """A thin line from a label's edge to its point, unless the two are close."""
        edge = _edge(point, corners)
        if np.hypot(*(point - edge)) < FAR:
            return
        ends = self.axes.transData.inverted().transform([edge, point])
        self.axes.plot(*ends.T, color=color, linewidth=0.6, zorder=1.5)

    def _crossed(self, point: np.ndarray, corners: np.ndarray) -> int:
        """How many places of a label's line to its point lie on a curve; at the point, all do."""
        line = dense(np.array([_edge(point, corners), point]))
        line = line[np.hypot(*(line - point).T) > FAR]
        close = np.hypot(*(line[:, None, :] - self.obstacles).transpose(2, 0, 1)) < STEP
        return int(close.any(axis=1).sum())

    def at(self, text: str, x: float, y: float, **look: Any) -> Any:
        """A level label centred at a place of its own, in data coordinates."""
        place = (self.axes.transData.transform((x, y)), 0.0, np.zeros(2))
        return self._place(text, [place], **look)

    def _beside(self, points: np.ndarray) -> Iterable[Place]:
        for here, there in pairwise(points):
            run, rise = (there - here) * (1 if there[0] >= here[0] else -1)
            angle = float(np.degrees(np.arctan2(rise, run)))
            normal = np.array([-rise, run]) / (np.hypot(run, rise) or 1)
            for side in (1, -1):
                yield (here + there) / 2, angle, side * normal

    def _around(self, point: np.ndarray, towards: float) -> Iterable[Place]:
        turns = sorted(range(-180, 180, 15), key=lambda turn: (abs(turn), turn))
        for distance in DISTANCES:
            for turn in turns:
                angle = np.radians(towards + turn)
                direction = np.array([np.cos(angle), np.sin(angle)])
                yield point + distance * direction, 0.0, direction

    def _place(
        self,
        text: str,
        places: Iterable[Place],
        leads_to: np.ndarray | None = None,
        must: bool = True,
        **look: Any,
    ) -> Any:
        label = self.axes.text(0, 0, text, transform=None, ha="center", va="center", **look)
        label.set_rotation_mode("anchor")
        size = label.get_window_extent(self.renderer)
        half = np.array([size.width, size.height]) / 2 + GAP
        fewest, choice = np.inf, None
        for anchor, angle, direction in places:
            centre = anchor + _reach(half, angle, direction)
            corners = box(centre, half - EDGE, angle)
            hits = self._hits(corners)
            if leads_to is not None and not hits:
                hits = self._crossed(leads_to, corners)
            if hits < fewest:
                fewest, choice = hits, (centre, angle)
            if not hits:
                break
        if choice is None or (fewest and not must):
            label.remove()
            return None
        centre, angle = choice
        self.placed.append(box(centre, half - EDGE, angle))
        label.set_transform(self.axes.transData)
        label.set_position(self.axes.transData.inverted().transform(centre))
        label.set_rotation(angle)
        return label

    def _hits(self, corners: np.ndarray) -> int:
        frame = self.axes.bbox
        outside = (corners < [frame.x0, frame.y0]) | (corners > [frame.x1, frame.y1])
        crowded = sum(int(overlap(corners, other)) for other in self.placed)
        return int(inside(self.obstacles, corners).sum()) + 1000 * (outside.any() + crowded)


def _reach(half: np.ndarray, angle: float, direction: np.ndarray) -> np.ndarray:
    """How far a box's centre moves so that the box clears its anchor on the side of direction."""
    if not direction.any():
        return np.zeros(2)
    turned = rotation(-angle) @ direction
    unit = turned / np.linalg.norm(turned)
    extents = [h / abs(u) for h, u in zip(half, unit, strict=True) if abs(u) > 1e-9]
    return direction * min(extents)


def _edge(point: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Where the line from a level box's centre to a point leaves the box."""
    centre, half = corners.mean(axis=0), np.ptp(corners, axis=0) / 2
    way = point - centre
    return centre + way * min(h / max(abs(w), 1e-9) for h, w in zip(half, way, strict=True))


def rotation(degrees: float) -> np.ndarray:
    """The 2 x 2 matrix of a rotation."""
    a = np.radians(degrees)
    return np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])


def box(centre: np.ndarray, half: np.ndarray, angle: float) -> np.ndarray:
    """The four corners of a rotated rectangle."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    return centre + corners @ rotation(angle).T


def inside(points: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Which points lie within a convex polygon, given counter-clockwise."""
    edges = np.roll(corners, -1, axis=0) - corners
    offsets = points[:, None, :] - corners
    return (edges[:, 0] * offsets[..., 1] - edges[:, 1] * offsets[..., 0] >= 0).all(axis=1)


def overlap(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two convex polygons meet: none of their sides separates them."""
    for corners in (a, b):
        edges = np.roll(corners, -1, axis=0) - corners
        for normal in np.column_stack([-edges[:, 1], edges[:, 0]]):
            first, second = a @ normal, b @ normal
            if first.max() < second.min() or second.max() < first.min():
                return False
    return True


def dense(points: np.ndarray) -> np.ndarray:
    """Points along a polyline, a few pixels apart."""
    if len(points) < 2:
        return points
    parts = []
    for here, there in pairwise(points):
        count = int(min(np.hypot(*(there - here)) // STEP, 1000)) + 1
        parts.append(here + np.linspace(0, 1, count, endpoint=False)[:, None] * (there - here))
    return np.concatenate([*parts, points[-1:]])
