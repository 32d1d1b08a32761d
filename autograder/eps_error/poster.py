"""The picture: four panels on one sheet."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import classifier
from .curves import METHODS, Curve, measure, model
from .jets import derivatives
from .labels import Labels
from .ops import OPS, relu
from .panels import (
    SMALL,
    draw_curve,
    draw_models,
    fail_band,
    headline,
    label_curves,
    label_roundoff,
    mark_defaults,
    mark_minima,
    prepare,
)
from .style import (
    BLUE,
    FAINT,
    GREEN,
    INK,
    LETTERS,
    LOOKS,
    ORANGE,
    PURPLE,
    VERMILLION,
    Look,
    letters,
    style,
)

OP, AT = "exp", 0.7
ATOL, RTOL = 1e-5, 1e-3  # gradcheck's defaults, PyTorch's too
TOLERANCE = RTOL + ATOL / np.exp(AT)
DOUBLE = ((4e-16, 20.0), (1e-18, 100.0))
SINGLE = ((1.2e-8, 8.0), (1e-13, 30.0))
FLOOR = 3e-17  # an error of 0 is drawn here, a bit below the last bit
SLIP = 1e-4

TITLE = "How wrong is a numerical derivative?"
SUBTITLE = (
    "The error of gradcheck's differences, relative to the true derivative, against their step eps"
)
NOTE = (
    "Points: median over 65 arguments within 0.01 of 0.7; shade: up to the worst of the central "
    "ones. Dashed: truncation, from the true\n"
    "derivatives. Dotted: roundoff, at most δ |f| / eps. Ring: the optimum by theory. Star: as "
    "measured, at a third to all of it,\nsince rounding seldom reaches its bound. "
    "Drawn by python figures/eps_error.py"
)
ALT = (
    "Four log-log panels of relative error against the step eps. In FP64, forward, central and "
    "five-point differences of exp at 0.7 each draw a V: roundoff falls with slope -1 on the left, "
    "truncation rises with slopes 1, 2 and 4 on the right. The optima are near 3e-8, 9e-6 and 1e-3 "
    "with errors of 6e-9, 6e-12 and 5e-14. The complex step falls with slope 2 to the last bit and "
    "stays there: it has no left branch. In FP32 the same V is shorter and higher: the best "
    "central error is 6e-6, and at PyTorch's default eps of 1e-6 a right gradient fails the "
    "default tolerance. A third panel shows a right gradient as a V, and a wrong sign, a kink and "
    "a factor of 1.0001 as plateaus. The last shows median and worst error over all 933 "
    "parameters of the tense classifier's loss: V-shaped in FP64, where all pass gradcheck for eps "
    "from 3e-11 to 1e-2; in FP32 there is no eps at which all pass."
)


def poster(columns: int = 2) -> Any:
    """The whole figure; one column for a narrow screen."""
    import matplotlib.pyplot as plt

    wide = columns == 2
    with style():
        figure, grid = plt.subplots(
            4 // columns, columns, figsize=(12, 12.4) if wide else (6.4, 24), squeeze=False
        )
        left = 0.07 if wide else 0.14
        margins = {"left": left, "right": 0.985, "wspace": 0.16}
        if wide:
            figure.subplots_adjust(top=0.862, bottom=0.118, hspace=0.3, **margins)
        else:
            figure.subplots_adjust(top=0.92, bottom=0.086, hspace=0.3, **margins)
        inch = 1 / figure.get_figheight()
        words = {"x": left, "va": "top"}
        figure.text(
            y=1 - 0.25 * inch, s=TITLE, fontsize=23 if wide else 18, fontweight="bold", **words
        )
        subtitle = SUBTITLE if wide else SUBTITLE.replace(", relative", ",\nrelative")
        figure.text(y=1 - 0.72 * inch, s=subtitle, fontsize=12.5, color=FAINT, **words)
        note = NOTE if wide else _wrapped(NOTE, 70)
        figure.text(
            x=left, y=0.2 * inch, s=note, va="bottom", fontsize=SMALL, color=FAINT, linespacing=1.5
        )
        panels = [double, single, bugs, network]
        for number, (axes, panel) in enumerate(zip(grid.flat, panels, strict=True)):
            panel(axes)
            axes.set_xlabel("eps", labelpad=2)
            if number % columns == 0:
                axes.set_ylabel("relative error", labelpad=4)
        plt.close(figure)
    return figure


def _wrapped(text: str, width: int) -> str:
    import textwrap

    return "\n".join(textwrap.wrap(text.replace("\n", " "), width))


def double(axes: Any) -> None:
    """All methods in FP64."""
    labels = _methods(axes, np.float64, DOUBLE)
    labels.at("here gradcheck fails", 2e-11, 3e-1, fontsize=SMALL, color=LETTERS[VERMILLION])
    headline(axes, "FP64", f"{OP} at {AT}: roundoff on the left, truncation on the right")


def single(axes: Any) -> None:
    """The same in FP32, with FP64's central differences behind it."""
    far = measure(OPS[OP].curve, AT, "central", np.float64)
    labels = _methods(axes, np.float32, SINGLE, behind=far)
    seen = far.eps > SINGLE[0][0]
    axes.plot(far.eps[seen], far.error[seen], color=FAINT, linewidth=1.2, alpha=0.6, zorder=1.5)
    left = far.eps[seen][far.eps[seen] < far.best[0]]
    labels.along(
        "central, in FP64", left, far.error[seen][: len(left)], color=FAINT, fontsize=SMALL
    )
    headline(axes, "FP32", "29 bits fewer: at PyTorch's eps, a right gradient fails")


def _methods(axes: Any, dtype: Any, limits: Any, behind: Curve | None = None) -> Labels:
    op = OPS[OP]
    values = derivatives(op.curve, float(dtype(AT)))
    curves = {m: floored(measure(op.curve, AT, m, dtype)) for m in METHODS}
    if dtype == np.float32:
        curves = {m: _above(curve, 5e-8) for m, curve in curves.items()}
    models = {m: model(values, m, dtype) for m in METHODS}
    labels = prepare(axes, *limits)
    if behind is not None:
        labels.avoid(behind.eps, behind.error)
    fail_band(labels, TOLERANCE)
    draw_models(labels, models, curves)
    central = curves["central"]
    axes.fill_between(
        central.eps, central.error, central.worst, color=BLUE, alpha=0.13, linewidth=0, zorder=1.2
    )
    for method, curve in curves.items():
        draw_curve(labels, curve, LOOKS[method])
    mark_defaults(labels)
    mark_minima(labels, curves, models)
    label_curves(labels, curves, models, slopes=dtype == np.float64)
    flat = curves["complex"].eps < (1e-8 if dtype == np.float64 else 1e-4)
    eps, error = curves["complex"].eps[flat], curves["complex"].error[flat]
    labels.along("complex step", eps, np.full_like(eps, error.max()), **letters(PURPLE))
    label_roundoff(labels, models)
    return labels


def _above(curve: Curve, eps: float) -> Curve:
    kept = curve.eps >= eps
    return Curve(curve.eps[kept], curve.error[kept], curve.worst[kept])


def floored(curve: Curve) -> Curve:
    """Errors of exactly 0, which a log axis has no place for, at the floor."""
    return Curve(curve.eps, np.maximum(curve.error, FLOOR), np.maximum(curve.worst, FLOOR))


def bugs(axes: Any) -> None:
    """Central differences against four claimed gradients: only the right one's error is a V."""
    labels = prepare(axes, DOUBLE[0], (1e-13, 30.0))
    fail_band(labels, TOLERANCE)
    right = measure(np.exp, AT)
    draw_curve(labels, right, LOOKS["central"])
    slip = measure(np.exp, AT, claimed=lambda x: (1 + SLIP) * np.exp(x))
    draw_curve(labels, slip, Look(ORANGE, "^"))
    sign = measure(np.exp, AT, claimed=lambda x: -np.exp(x))
    draw_curve(labels, sign, Look(VERMILLION, "X"))
    kink = measure(relu, 0.0, claimed=lambda x: 1.0, spread=0.0)
    draw_curve(labels, kink, Look(PURPLE, "D", filled=False))
    eps = np.logspace(-8, -3, 30)
    plateaus = [
        ("wrong sign: 2 at every step", 2.0, VERMILLION),
        ("kink (relu at 0): ½ at every step", 0.5, PURPLE),
        ("off by 0.01 %: wrong, but passes", SLIP, ORANGE),
    ]
    for words, height, color in plateaus:
        labels.along(words, eps, np.full_like(eps, height), **letters(color))
    labels.near("right: a V", *right.best, towards=90, **letters(BLUE))
    headline(axes, "A bug is a plateau, a bad step is a V", "central differences in FP64")


def network(axes: Any) -> None:
    """Central differences over all 933 parameters of the classifier."""
    labels = prepare(axes, DOUBLE[0], (1e-13, 30.0))
    fine = classifier.sweep(np.float64)
    coarse = classifier.sweep(np.float32, classifier.EPS[classifier.EPS > 1e-6])
    theory, near, far = classifier.theory(), fine.curve, coarse.curve
    draw_models(labels, {"five-point": theory}, {"five-point": near})
    draw_curve(labels, near, LOOKS["central"], every=1)
    draw_curve(labels, near, LOOKS["five-point"], near.worst, every=1)
    draw_curve(labels, far, Look(ORANGE, "^"), far.worst, every=1)
    _passing(labels, fine, coarse)
    for curve, towards in ((near.worst, 20), (near.error, -150)):
        at = int(np.argmin(curve))
        words = f"{curve[at]:.0e} at {near.eps[at]:.0e}".replace("e-0", "e-")
        labels.near(words, near.eps[at], curve[at], towards=towards, fontsize=SMALL, color=INK)
    rising = near.eps > 1e-4
    eps = near.eps[rising][::-1]
    labels.along("worst", eps, near.worst[rising][::-1], **letters(GREEN))
    labels.along("median", eps, near.error[rising][::-1], **letters(BLUE))
    labels.along("FP32, worst", far.eps, far.worst, **letters(ORANGE))
    label_roundoff(labels, {"central": theory})
    headline(
        axes,
        "The tense classifier's loss",
        "central differences over 933 parameters, FP64 and FP32",
    )


def _passing(labels: Labels, fine: classifier.Sweep, coarse: classifier.Sweep) -> None:
    """A bar over the steps at which all parameters pass gradcheck's default tolerance."""
    passed = fine.all_pass(ATOL, RTOL)
    ends, height = passed[[0, -1]], 5e-13
    labels.axes.plot(ends, [height] * 2, color=GREEN, linewidth=5, solid_capstyle="butt", zorder=2)
    labels.avoid(ends, [height] * 2)
    found = len(coarse.all_pass(ATOL, RTOL))
    words = "all 933 pass gradcheck; in FP32 " + (f"at {found} steps" if found else "at no step")
    labels.at(words, np.sqrt(ends.prod()), 4 * height, fontsize=SMALL, color=INK)
