"""Small multiples: central differences of every op, FP64 beside FP32."""

from __future__ import annotations

from typing import Any

import numpy as np

from .curves import Curve, measure, model
from .jets import derivatives
from .ops import OPS, Op
from .panels import SMALL, draw_curve, draw_models, prepare
from .poster import FLOOR, floored
from .style import FAINT, INK, LOOKS, ORANGE, Look, letters, style

TITLE = "Every op, by central differences"
SUBTITLE = (
    "A linear op has no truncation error: its curve has no right branch, any large step will do."
)
LIMITS = ((4e-16, 2.0), (1e-17, 30.0))
COLUMNS = 4
SINGLE = Look(ORANGE, "^")
ALT = (
    "Small log-log panels of central differences' relative error against eps, one for each of the "
    "22 ops, in FP64 and in FP32. exp, log, tanh, pow, gelu, div, softmax and cross_entropy draw a "
    "V, in FP32 shorter and higher. neg, relu, add, sub, mul, sum, mean, reshape, transpose, "
    "broadcast_to, getitem, cat, stack and matmul are linear in the element that moves and have "
    "the left branch alone, falling with slope -1 down to the last bits; neg and relu are exact."
)


def multiples() -> Any:
    """The whole figure."""
    import matplotlib.pyplot as plt

    rows = -(-(len(OPS) + 1) // COLUMNS)
    with style():
        figure, grid = plt.subplots(rows, COLUMNS, figsize=(12, 14.2), sharex=True, sharey=True)
        figure.subplots_adjust(0.078, 0.05, 0.985, 0.905, wspace=0.08, hspace=0.28)
        figure.text(0.078, 0.968, TITLE, fontsize=23, fontweight="bold", va="center")
        figure.text(0.078, 0.942, SUBTITLE, fontsize=12.5, color=FAINT, va="center")
        for axes, op in zip(grid.flat, OPS.values(), strict=False):
            _panel(axes, op)
        for axes in grid.flat[len(OPS) + 1 :]:
            axes.set_axis_off()
        _legend(grid.flat[len(OPS)])
        figure.text(0.008, 0.48, "relative error", rotation=90, va="center")
        for number, axes in enumerate(grid.flat[: len(OPS)]):
            if number + COLUMNS >= len(OPS):  # the last panel of its column
                axes.tick_params(labelbottom=True)
                axes.set_xlabel("eps", labelpad=2)
        plt.close(figure)
    return figure


def _panel(axes: Any, op: Op) -> None:
    labels = prepare(axes, *LIMITS, ticks=5)
    exact = True
    for dtype, look in ((np.float64, LOOKS["central"]), (np.float32, SINGLE)):
        curve = floored(measure(op.curve, op.at, "central", dtype))
        if dtype == np.float32:
            kept = curve.eps > 1e-7
            curve = Curve(curve.eps[kept], curve.error[kept], curve.worst[kept])
        exact &= bool(np.median(curve.error) <= FLOOR)
        theory = model(derivatives(op.curve, op.at), "central", dtype)
        draw_models(labels, {"central": theory}, {"central": curve})
        draw_curve(labels, curve, look, size=0.8)
    axes.set_title(op.name, loc="left", fontsize=12, fontweight="bold", pad=4)
    if op.linear:
        words = "linear, and exact" if exact else "linear"
        words = "exact up to the kink" if op.name == "relu" else words
        axes.set_title(words, loc="right", fontsize=SMALL, color=FAINT, pad=4)


def _legend(axes: Any) -> None:
    """What the two curves are, written beside their marks."""
    axes.set_axis_off()
    for height, look, words in ((0.8, LOOKS["central"], "FP64"), (0.62, SINGLE, "FP32")):
        mark = {"marker": look.marker, "color": look.color, "markeredgecolor": "white"}
        at = axes.transAxes
        axes.plot([0.06, 0.22], [height] * 2, color=look.color, transform=at, linewidth=1)
        axes.plot([0.14], [height], markersize=7, transform=at, linestyle="none", **mark)
        axes.text(0.3, height, words, transform=at, va="center", **letters(look.color))
    for height, dashes, words in ((0.42, (5, 3), "truncation"), (0.24, (1, 2), "roundoff")):
        axes.plot([0.06, 0.22], [height] * 2, color=INK, transform=axes.transAxes, dashes=dashes)
        axes.text(0.3, height, words, transform=axes.transAxes, va="center")
