"""The panels: one V, its twin in FP32, a bug beside it, the classifier's loss."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from autograder.gradcheck.numeric import ORDERS

from .curves import Curve, Model
from .labels import Labels
from .style import BAND, FAINT, GRID, INK, LOOKS, Look, letters

#: default steps of other checks
FRAMEWORKS = {
    "SciPy": 1.4901161193847656e-08,  # scipy.optimize.check_grad, forward: sqrt(2.2e-16)
    "PyTorch": 1e-6,  # torch.autograd.gradcheck, central
    "JAX": 1e-4,  # jax.test_util.check_grads, central
}
TOWARDS = {"forward": -130, "central": -90, "five-point": -60}  # where a minimum has room below
MARK_EVERY = 2  # of five a decade
FORMULAS = {
    "forward": r"$2\sqrt{\delta}$",
    "central": r"$(3\delta)^{1/3}$",
    "five-point": r"$(45\delta/4)^{1/5}$",
}
SMALL = 10.5  # points


def prepare(
    axes: Any, xlim: tuple[float, float], ylim: tuple[float, float], ticks: int = 10
) -> Labels:
    """Log-log axes with a light grid and a labelled tick every other decade or so."""
    from matplotlib.ticker import LogLocator, NullLocator

    axes.set(xscale="log", yscale="log", xlim=xlim, ylim=ylim)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(LogLocator(base=10, numticks=ticks))
        axis.set_minor_locator(NullLocator())
    axes.grid(True, color=GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(length=3, width=0.8)
    return Labels(axes)


def headline(axes: Any, title: str, below: str = "") -> None:
    """A bold title at the left, and a line in plain weight under it."""
    axes.set_title(title, loc="left", fontweight="bold", fontsize=13, pad=30 if below else 8)
    if below:
        axes.annotate(
            below,
            (0, 1),
            (0, 10),
            xycoords="axes fraction",
            textcoords="offset points",
            fontsize=11,
            color=FAINT,
            gid="subtitle",
        )


def draw_curve(
    labels: Labels,
    curve: Curve,
    look: Look,
    y: np.ndarray | None = None,
    every: int = MARK_EVERY,
    size: float = 1.0,
) -> None:
    """A thin line through all steps, a marker at some; ``size`` scales the markers."""
    axes, y = labels.axes, curve.error if y is None else y
    axes.plot(curve.eps, y, color=look.color, linewidth=1.0, alpha=0.8, zorder=3)
    axes.plot(
        curve.eps[::every],
        y[::every],
        linestyle="none",
        marker=look.marker,
        markersize=size * (5.5 if look.filled else 6.5),
        color=look.color,
        markerfacecolor=look.color if look.filled else "none",
        markeredgewidth=0.5 if look.filled else 1.2,
        markeredgecolor="white" if look.filled else look.color,
        zorder=4,
    )
    labels.avoid(curve.eps, y)


def fail_band(labels: Labels, tolerance: float) -> None:
    """Shade where a check at the default tolerance says False."""
    axes = labels.axes
    axes.axhspan(tolerance, axes.get_ylim()[1], color=BAND, zorder=0, linewidth=0)
    axes.axhline(tolerance, color=FAINT, linewidth=0.8, zorder=1)


def draw_models(labels: Labels, models: Mapping[str, Model], curves: Mapping[str, Curve]) -> None:
    """Each method's truncation line from a bit below its minimum on, and one roundoff line."""
    axes = labels.axes
    low, high = axes.get_xlim()
    for method, model in models.items():
        if model.truncation:
            bottom = curves[method].best[1] / 10
            start = max(low, (bottom / model.truncation) ** (1 / model.power))
            reach = np.array([start, high])
            line = model.truncation * reach**model.power
            axes.plot(
                reach, line, color=LOOKS[method].color, linewidth=0.9, dashes=(5, 3), zorder=2
            )
            labels.avoid(reach, line)
    central = models.get("central") or next(iter(models.values()))
    if central.roundoff:
        feet = [model.best[0] for model in models.values() if model.best]
        eps = np.array([low, 4 * max(feet) if feet else high])
        axes.plot(eps, central.roundoff / eps, color=INK, linewidth=0.9, dashes=(1, 2), zorder=2)
        labels.avoid(eps, central.roundoff / eps)


def mark_minima(
    labels: Labels, curves: Mapping[str, Curve], models: Mapping[str, Model], formulas: bool = True
) -> None:
    """An open ring where theory has the minimum, a star where it was measured, and both numbers."""
    axes = labels.axes
    spots = [(m, curves[m].best, models[m].best) for m in curves if models[m].best]
    for method, measured, theory in spots:
        ring = {"marker": "o", "markersize": 9, "markerfacecolor": "none"}
        axes.plot(*theory, color=INK, markeredgewidth=1.1, linestyle="none", zorder=6, **ring)
        star = {"marker": "*", "markersize": 15, "markeredgecolor": INK}
        color = LOOKS[method].color
        axes.plot(*measured, color=color, markeredgewidth=0.6, linestyle="none", zorder=7, **star)
        labels.avoid([theory[0], measured[0]], [theory[1], measured[1]])
    for method, measured, theory in reversed(spots):  # the one on the right has the least room
        formula = f"{FORMULAS[method]} = " if formulas else "theory "
        text = f"{formula}{number(theory[0])}\nmeasured {number(measured[0])}"
        look = {"fontsize": SMALL, "color": INK, "linespacing": 1.35}
        labels.near(text, *measured, towards=TOWARDS[method], **look)


def number(x: float) -> str:
    """Two digits, as 8.7e-6."""
    mantissa, exponent = f"{x:.1e}".split("e")
    return f"{mantissa}e{int(exponent)}"


def mark_defaults(labels: Labels) -> None:
    """Other checks' default eps: a thin line, and a name at the top of the frame."""
    axes = labels.axes
    top = axes.get_ylim()[1]
    for name, eps in FRAMEWORKS.items():
        if eps < 3 * axes.get_xlim()[0]:
            continue
        axes.axvline(eps, color=FAINT, linewidth=0.7, dashes=(2, 3), zorder=1)
        look = {"ha": "center", "va": "top", "fontsize": SMALL, "color": FAINT, "zorder": 5}
        text = axes.annotate(
            name, (eps, top), (0, -3), textcoords="offset points", annotation_clip=False, **look
        )
        text.set_bbox({"facecolor": BAND, "edgecolor": "none", "pad": 1})


def label_curves(
    labels: Labels, curves: Mapping[str, Curve], models: Mapping[str, Model], slopes: bool = True
) -> None:
    """Each method's name along its right branch, with the slope where there is room."""
    for method in ORDERS:
        if method not in curves:
            continue
        curve, model, look = curves[method], models[method], letters(LOOKS[method].color)
        if model.truncation:
            eps = np.logspace(-0.4, np.log10(3 * curve.best[0]), 40)
            words = [f"{method}, slope {model.power}", method]
            labels.along(words[not slopes :], eps, model.truncation * eps**model.power, **look)
        else:
            labels.near(method, *curve.best, towards=150, **look)


def label_roundoff(labels: Labels, models: Mapping[str, Model]) -> None:
    """Along the roundoff line, from the upper left on."""
    central = models.get("central") or next(iter(models.values()))
    if not central.roundoff:
        return
    low, high = np.log10(labels.axes.get_xlim())
    eps = np.logspace(low + 0.15 * (high - low), high, 60)
    words = ["roundoff, slope −1", "roundoff"]
    labels.along(words, eps, central.roundoff / eps, color=INK, fontsize=SMALL)
