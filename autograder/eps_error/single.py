"""One V: any op, point, dtype and method, in a figure of its own or in a notebook's axes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .curves import METHODS, Curve, Model, measure, model
from .labels import Labels
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
from .poster import ATOL, FLOOR, RTOL, floored
from .source import Source, source
from .style import FAINT, GREEN, INK, LETTERS, LOOKS, VERMILLION, letters, style

SLIP = 1e-6  # a gradient further off than this is a plateau, not a V


def draw(
    what: str | Callable[..., Any],
    at: float | None = None,
    *,
    dtype: Any = "float64",
    methods: Sequence[str] | None = None,
    check: Callable[..., bool] | None = None,
    axes: Any = None,
) -> Any:
    """Draw the error of numerical derivatives against eps; returns the matplotlib Axes.

    what     an op's name, a function from Tensor to Tensor (its backward is what is compared with),
             or one from array to array, element by element
    at       the point; an op has one of its own
    dtype    float64 or float32
    methods  some of forward, central, five-point, complex; all that there are if None
    check    a gradcheck: called as check(f, Tensor(at), eps=eps) at every step; a strip below the
             curves shows where it says True
    axes     draw here; if None, in a new figure

    ValueError if there is no such op, dtype or method, or no finite value and slope at the point.
    """
    kind, chosen = np.dtype(dtype), list(methods or METHODS)
    if kind not in (np.float32, np.float64):
        raise ValueError(f"expected dtype float32 or float64, got {kind}")
    for method in chosen:
        if method not in METHODS:
            raise ValueError(f"there is no method {method!r}; the methods are {', '.join(METHODS)}")
    of = source(what, at)
    if not of.is_complex:
        if chosen == ["complex"]:
            raise ValueError(f"{of.name} does not take complex numbers, so it has no complex step")
        chosen = [method for method in chosen if method != "complex"]
    curves = curves_of(of, kind.type, chosen)
    models = {m: model(of.values, m, kind) for m in chosen}
    if axes is not None:
        return _draw(axes, of, kind, curves, models, check, what)
    import matplotlib.pyplot as plt

    with style():
        figure, axes = plt.subplots(figsize=(7.6, 6.2))
        figure.subplots_adjust(0.12, 0.095, 0.97, 0.87)
        _draw(axes, of, kind, curves, models, check, what)
    return axes


def curves_of(of: Source, dtype: Any, methods: Sequence[str]) -> dict[str, Curve]:
    """One measured curve a method, without the steps that are lost in the point."""
    lowest = float(np.finfo(dtype).eps) / 2
    found = {}
    for method in methods:
        curve = floored(measure(of.curve, of.at, method, dtype, claimed=of.claimed))
        kept = (curve.eps >= lowest) & np.isfinite(curve.error)
        found[method] = Curve(curve.eps[kept], curve.error[kept], curve.worst[kept])
    return found


def _draw(
    axes: Any,
    of: Source,
    dtype: np.dtype[Any],
    curves: dict[str, Curve],
    models: dict[str, Model],
    check: Callable[..., bool] | None,
    what: Any,
) -> Any:
    lowest = float(np.finfo(dtype).eps)
    least = min(float(c.error.min()) for c in curves.values())
    labels = prepare(axes, (lowest, 20.0), (min(least, 1e-6) / (300 if check else 30), 100.0))
    size = abs(of.values[1])
    fail_band(labels, RTOL + ATOL / size if size else ATOL)
    draw_models(labels, models, curves)
    for method, curve in curves.items():
        draw_curve(labels, curve, LOOKS[method])
    mark_defaults(labels)
    if check:
        _strip(labels, check, what, of, dtype)
    off = _off(of)
    if off > SLIP:
        _label_plateau(labels, curves, off)
    else:
        _label_all(labels, curves, models)
    precision = "FP64" if dtype == np.float64 else "FP32"
    headline(axes, f"{of.name} at {of.at:g}, {precision}", _verdict(of, curves, models))
    axes.set(xlabel="eps", ylabel="relative error")
    return axes


def _off(of: Source) -> float:
    """How far the claimed gradient is from the derivative at the point, relative to it."""
    return abs(of.claimed(of.at) - of.values[1]) / (abs(of.values[1]) or 1.0)


def _label_all(labels: Labels, curves: dict[str, Curve], models: dict[str, Model]) -> None:
    mark_minima(labels, curves, models, formulas=False)
    label_curves(labels, curves, models)
    if "complex" in curves:
        curve = curves["complex"]
        flat = curve.error <= 30 * max(curve.best[1], FLOOR)
        level = np.full(int(flat.sum()), curve.error[flat].max())
        labels.along("complex step", curve.eps[flat], level, **letters(LOOKS["complex"].color))
    label_roundoff(labels, models)


def _label_plateau(labels: Labels, curves: dict[str, Curve], off: float) -> None:
    eps = np.logspace(-5, -1, 30)
    words = f"{', '.join(curves)}: all agree with one another"
    labels.along(words, eps, np.full_like(eps, off), **letters(INK))


def _verdict(of: Source, curves: dict[str, Curve], models: dict[str, Model]) -> str:
    """What there is to see, in one line."""
    name = "central" if "central" in curves else next(iter(curves))
    off = _off(of)
    if off > SLIP:
        return f"a plateau: the gradient is off by {100 * off:.2g} %"
    if not models[name].truncation:
        return "linear here: no truncation error, so no right branch"
    closest = f"{curves[name].best[1]:.0e}".replace("e-0", "e-")
    return f"a V: the gradient is right; {name} differences come as close as {closest}"


def _strip(labels: Labels, check: Callable[..., bool], what: Any, of: Source, dtype: Any) -> None:
    """Along the lower edge: at which steps a gradcheck says True, and at which False."""
    from minitorch import Tensor

    if isinstance(what, str):
        raise ValueError("check= needs a function of tensors, not an op's name: Tensor.tanh, say")
    eps = 10.0 ** np.arange(np.ceil(np.log10(float(np.finfo(dtype).eps))), 1)
    says = [
        bool(check(what, Tensor(np.asarray(of.at, dtype), requires_grad=True), eps=float(e)))
        for e in eps
    ]
    height = labels.axes.get_ylim()[0] * 4
    for verdict, color, marker in ((True, GREEN, "o"), (False, VERMILLION, "x")):
        chosen = eps[np.array(says) == verdict]
        spots = np.full_like(chosen, height)
        labels.axes.plot(chosen, spots, marker, color=color, markersize=6, zorder=5)
        labels.avoid(chosen, spots)
        if len(chosen):
            words = f"gradcheck says {verdict}"
            look = {"fontsize": SMALL, "color": LETTERS[color]}
            labels.near(words, chosen[len(chosen) // 2], height, towards=90, **look)
    labels.axes.axhline(height, color=FAINT, linewidth=0.5, zorder=1)
