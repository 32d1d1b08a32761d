"""What goes wrong in ops of one operand: predicted outputs and gradients."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from minitorch import erf

from .case import Array, Case
from .model import Model, Prediction


def _exponent(case: Case) -> float:
    return float(case.argument("exponent", 0))


def _form(case: Case) -> str:
    return str(case.argument("approximate", 0, "none"))


EXP = [
    Model("input-for-output", lambda c: {0: c.x * c.g}),
    Model("output-for-input", lambda c: {0: np.exp(c.out) * c.g}),
    Model("power-rule", lambda c: {0: c.x * np.exp(c.x - 1) * c.g}),
    Model("upstream-inside", lambda c: {0: np.exp(c.x * c.g)}),
]
LOG = [
    Model("output-for-input", lambda c: {0: c.g / c.out}),
    Model("reciprocal-missing", lambda c: {0: c.x * c.g}),
    Model("derivative-of-exp", lambda c: {0: c.out * c.g}),
    Model("second-derivative", lambda c: {0: -c.g / c.x**2}),
    *(
        Model("other-logarithm", lambda c, f=f, base=base: {"out": f(c.x), 0: c.g / c.x / base})
        for f, log in ((np.log10, math.log(10)), (np.log2, math.log(2)))
        for base in (1.0, log)
    ),
    Model("other-logarithm", lambda c: {"out": np.log1p(c.x)}),
    Model("other-logarithm", lambda c: {"out": np.log1p(c.x), 0: c.g / (1 + c.x)}),
]
TANH = [
    Model("input-for-output", lambda c: {0: (1 - c.x**2) * c.g}),
    Model("output-for-input", lambda c: {0: (1 - np.tanh(c.out) ** 2) * c.g}),
    Model("sign-inside", lambda c: {0: (1 + c.out**2) * c.g}),
    Model("sign", lambda c: {0: (c.out**2 - 1) * c.g}),
    Model("parentheses", lambda c: {0: 1 - c.out**2 * c.g}),
    Model("derivative-of-exp", lambda c: {0: c.out * c.g}),
    Model("square-missing", lambda c: {0: (1 - c.out) * c.g}),
    Model("square-missing", lambda c: {0: c.g / np.cosh(c.x)}),
    Model("sigmoid-rule", lambda c: {0: c.out * (1 - c.out) * c.g}),
    Model("upstream-inside", lambda c: {0: 1 - (c.out * c.g) ** 2}),
    Model("unstable-form", lambda c: _tanh_by_exp(c, true_gradient=True)),
    Model("unstable-form", lambda c: _tanh_by_exp(c, true_gradient=False)),
    Model("unstable-form", lambda c: _tanh_by_exp2(c, true_gradient=True)),
    Model("unstable-form", lambda c: _tanh_by_exp2(c, true_gradient=False)),
]
RELU = [
    Model("mask-at-zero", lambda c: {0: (c.x >= 0) * c.g}),
    Model("mask-at-zero", lambda c: {0: np.where(c.x == 0, 0.5, c.x > 0) * c.g}),
    Model("output-for-mask", lambda c: {0: c.out * c.g}),
    Model("mask-inverted", lambda c: {0: (c.x < 0) * c.g}),
    Model("mask-inverted", lambda c: {0: (c.x <= 0) * c.g}),
    Model("mask-on-upstream", lambda c: {0: (c.g > 0) * c.g}),
    Model("mask-on-upstream", lambda c: {0: np.maximum(c.g, 0)}),
    Model("input-for-output", lambda c: {0: c.x * c.g}),
]
POW = [
    Model("exponent-not-lowered", lambda c: {0: _exponent(c) * c.x ** _exponent(c) * c.g}),
    Model("exponent-not-lowered", lambda c: {0: _exponent(c) * c.x * c.g}),
    Model("exponent-raised", lambda c: {0: _exponent(c) * c.x ** (_exponent(c) + 1) * c.g}),
    Model("exponent-not-in-front", lambda c: {0: c.x ** (_exponent(c) - 1) * c.g}),
    Model("exponent-not-in-front", lambda c: {0: (_exponent(c) - 1) * c.x ** _exponent(c) * c.g}),
    Model(
        "exponent-not-in-front",
        lambda c: {0: (_exponent(c) - 1) * c.x ** (_exponent(c) - 1) * c.g},
    ),
    Model("parentheses", lambda c: {0: _exponent(c) * c.x ** _exponent(c) - c.g}),
    Model("derivative-by-exponent", lambda c: {0: c.out * np.log(c.x) * c.g}),
    Model("base-and-exponent-swapped", lambda c: {0: c.x * _exponent(c) ** (c.x - 1) * c.g}),
    Model("base-and-exponent-swapped", lambda c: {"out": _exponent(c) ** c.x}),
    Model(
        "base-and-exponent-swapped",
        lambda c: {0: c.x * _exponent(c) ** (_exponent(c) - 1) * c.g},
    ),
    Model(
        "times-for-power",
        lambda c: {"out": c.x * _exponent(c), 0: np.full(c.x.shape, _exponent(c)) * c.g},
    ),
    Model("times-for-power", lambda c: {"out": c.x * _exponent(c)}),
    Model("square-alone", lambda c: {0: 2 * c.x * c.g}),
    Model(
        "integral-for-derivative",
        lambda c: {0: c.x ** (_exponent(c) + 1) / (_exponent(c) + 1) * c.g},
    ),
]
NEG = [
    Model("sign", lambda c: {0: c.g}),
    Model("sign-of-output", lambda c: {"out": c.x}),
    Model("sign", lambda c: {"out": c.x, 0: c.g}),
    Model("sign-of-output", lambda c: {"out": np.abs(c.x)}),
    Model("constant-slope", lambda c: {0: -c.x * c.g}),
    Model("constant-slope", lambda c: {0: c.x * c.g}),
]


def _tanh_by_exp(case: Case, true_gradient: bool) -> Prediction:
    """(e^x - e^-x) / (e^x + e^-x) as it is written."""
    out = (np.exp(case.x) - np.exp(-case.x)) / (np.exp(case.x) + np.exp(-case.x))
    return {"out": out} if true_gradient else {"out": out, 0: (1 - out**2) * case.g}


def _tanh_by_exp2(case: Case, true_gradient: bool) -> Prediction:
    """(e^2x - 1) / (e^2x + 1) as it is written."""
    out = (np.exp(2 * case.x) - 1) / (np.exp(2 * case.x) + 1)
    return {"out": out} if true_gradient else {"out": out, 0: (1 - out**2) * case.g}


SCALE, CUBIC = math.sqrt(2 / math.pi), 0.044715  # constants of gelu's tanh form


def _exact(x: Array) -> tuple[Array, Array]:
    """The weight and its derivative, in the form with erf."""
    return (1 + erf(x / math.sqrt(2))) / 2, np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)


def _tanh_form(x: Array, cubic: float = CUBIC, inner: float = 3.0) -> tuple[Array, Array]:
    """The weight and its derivative, in the form with tanh."""
    t = np.tanh(SCALE * (x + cubic * x**3))
    return (1 + t) / 2, (1 - t**2) * SCALE * (1 + inner * cubic * x**2) / 2


def _asked(case: Case) -> tuple[Array, Array]:
    return (_exact if _form(case) == "none" else _tanh_form)(case.x)


def _gelu(case: Case, weight: Array, slope: Array, forward: bool = True) -> Prediction:
    gradient = {0: (weight + case.x * slope) * case.g}
    return {"out": case.x * weight, **gradient} if forward else gradient


def _half(keep: int, forms: tuple[str, ...] = ("none", "tanh")) -> Model:
    """The product rule with one of its two terms, in some of the forms."""

    def predict(case: Case) -> Prediction:
        if _form(case) not in forms:
            return {}
        weight, slope = _asked(case)
        return {0: (weight, case.x * slope, slope)[keep] * case.g}

    return Model("product-rule-half", predict)


def _of_form(name: str, asked: str, rule: tuple[str, bool, bool]) -> Model:
    """One form where the other is asked, in the forward, the backward, or both."""
    form, forward, backward = rule
    compute = _exact if form == "none" else _tanh_form

    def predict(case: Case) -> Prediction:
        if _form(case) != asked:
            return {}
        told = _gelu(case, *compute(case.x))
        return {key: told[key] for key, said in (("out", forward), (0, backward)) if said}

    return Model(name, predict)


_PARTS = ((True, True), (True, False), (False, True))


def _no_root(keeps_density: bool, forward: bool = True) -> Model:
    """erf(x) for erf(x / sqrt(2)), in its derivative too or there alone."""

    def predict(case: Case) -> Prediction:
        if _form(case) != "none":
            return {}
        weight, density = (1 + erf(case.x)) / 2, np.exp(-(case.x**2)) / math.sqrt(math.pi)
        slope = _exact(case.x)[1] if keeps_density else density
        return _gelu(case, weight, slope, forward)

    return Model("erf-argument", predict)


def _inner_cut(slope_of: Callable[[Array], Array]) -> Model:
    """The chain rule stops before the polynomial inside tanh, or on the way through it."""

    def predict(case: Case) -> Prediction:
        if _form(case) != "tanh":
            return {}
        weight, _ = _tanh_form(case.x)
        return _gelu(case, weight, slope_of(case.x), forward=False)

    return Model("chain-rule-cut", predict)


def _mixed(name: str, combine: Callable[[Array, Array, Array], Array]) -> Iterator[Model]:
    """The product rule's two terms put together wrongly, in both forms or in one."""
    for forms in (("none", "tanh"), ("none",), ("tanh",)):

        def predict(case: Case, forms: tuple[str, ...] = forms) -> Prediction:
            told = {0: combine(case.x, *_asked(case)) * case.g}
            return told if _form(case) in forms else {}

        yield Model(name, predict)


def _no_constant(case: Case) -> Prediction:
    """The density without its 1 / sqrt(2 pi)."""
    if _form(case) != "none":
        return {}
    weight, slope = _exact(case.x)
    return _gelu(case, weight, slope * math.sqrt(2 * math.pi), forward=False)


def _by_sigmoid(case: Case) -> Prediction:
    """x * sigmoid(1.702 x)."""
    weight = 1 / (1 + np.exp(-1.702 * case.x))
    return _gelu(case, weight, 1.702 * weight * (1 - weight))


GELU = [
    *(_half(keep) for keep in range(3)),
    *(_half(keep, (form,)) for keep in range(3) for form in ("none", "tanh")),
    *(_of_form("tanh-for-erf", "none", ("tanh", *parts)) for parts in _PARTS),
    *(_of_form("argument-ignored", "tanh", ("none", *parts)) for parts in _PARTS),
    *_mixed("sign-inside", lambda x, weight, slope: weight - x * slope),
    *_mixed("product-rule-factor", lambda x, weight, slope: weight + slope),
    *(_no_root(density, forward) for density in (True, False) for forward in (True, False)),
    _inner_cut(lambda x: _tanh_form(x, inner=0.0)[1]),
    _inner_cut(lambda x: _tanh_form(x, inner=1.0)[1]),
    _inner_cut(lambda x: _tanh_form(x, inner=0.0)[1] / SCALE),
    Model("normalisation-missing", _no_constant),
    Model("sigmoid-approximation", _by_sigmoid),
]


def models() -> Iterator[tuple[str, list[Model]]]:
    """The misconceptions of each elementwise op of one operand."""
    yield from {"exp": EXP, "log": LOG, "tanh": TANH, "relu": RELU}.items()
    yield from {"pow": POW, "neg": NEG, "gelu": GELU}.items()
