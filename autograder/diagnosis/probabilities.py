"""What goes wrong in softmax and cross_entropy. p is softmax's output, y the one-hot target."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .case import Array, Case
from .model import Model, Prediction


def _axis(case: Case) -> int:
    return int(case.argument("axis", 0, -1))


def _inner(case: Case, p: Array | None = None) -> Array:
    """sum(p * g) along the axis, the axis kept."""
    return ((case.out if p is None else p) * case.g).sum(axis=_axis(case), keepdims=True)


def _rule(p: Array, g: Array, axis: int) -> Array:
    return p * (g - (p * g).sum(axis=axis, keepdims=True))


def _naive(x: Array, axis: int) -> Array:
    """Softmax as its formula is written, without a shift."""
    weights = np.exp(x)
    return weights / weights.sum(axis=axis, keepdims=True)


def _stable(x: Array, axis: int | None) -> Array:
    shifted = x - x.max(axis=axis, keepdims=True, initial=-np.inf)
    weights = np.exp(shifted)
    return weights / weights.sum(axis=axis, keepdims=True)


def _fixed_axis(axis: int, forward: bool) -> Model:
    """One axis, whichever was asked for."""

    def predict(case: Case) -> Prediction:
        p = _stable(case.x, axis) if forward else case.out
        told = {0: _rule(p, case.g, axis)}
        return {"out": p, **told} if forward else told

    return Model("axis-hard-coded", predict)


def _whole_array(case: Case) -> Prediction:
    """The exponentials divided by the sum of all of them."""
    p = _stable(case.x, None)
    return {"out": p, 0: p * (case.g - (p * case.g).sum())}


def _one_maximum(case: Case) -> Prediction:
    """Shifted by the maximum of the whole array, so that far smaller slices vanish: 0 / 0."""
    p = _naive(case.x - case.x.max(initial=-np.inf), _axis(case))
    return {"out": p, 0: _rule(p, case.g, _axis(case))}


def _no_shift(case: Case) -> Prediction:
    p = _naive(case.x, _axis(case))
    return {"out": p, 0: _rule(p, case.g, _axis(case))}


SOFTMAX = [
    Model("diagonal-only", lambda c: {0: c.out * (1 - c.out) * c.g}),
    Model("p-times-g", lambda c: {0: c.out * c.g}),
    Model("inner-product-squared", lambda c: {0: c.out * (c.g - _inner(c) ** 2)}),
    Model(
        "inner-product-squared",
        lambda c: {0: c.out * (c.g - (c.out * c.g**2).sum(axis=_axis(c), keepdims=True))},
    ),
    Model(
        "log-softmax-rule",
        lambda c: {0: c.g - c.out * c.g.sum(axis=_axis(c), keepdims=True)},
    ),
    Model("p-missing", lambda c: {0: c.g - _inner(c)}),
    Model("mean-for-sum", lambda c: {0: c.out * (c.g - _inner(c) / c.x.shape[_axis(c)])}),
    *(
        Model("plain-average", lambda c, f=f: {0: c.out * (c.g - f(c.g, _axis(c), keepdims=True))})
        for f in (np.mean, np.sum)
    ),
    Model("keepdims-lost", lambda c: {0: c.out * (c.g - (c.out * c.g).sum(axis=_axis(c)))}),
    Model("summed-everything", lambda c: {0: c.out * (c.g - (c.out * c.g).sum())}),
    Model("summed-everything", _whole_array),
    Model("sign", lambda c: {0: c.out * (c.g + _inner(c))}),
    Model("input-for-output", lambda c: {0: _rule(c.x, c.g, _axis(c))}),
    *(_fixed_axis(axis, forward) for axis in (-1, 0, 1) for forward in (True, False)),
    Model("no-max-shift", _no_shift),
    Model("no-max-shift", lambda c: {"out": _naive(c.x, _axis(c))}),
    Model("one-maximum", _one_maximum),
    Model("log-of-softmax", lambda c: {"out": np.log(c.out)}),
]


def _targets(case: Case) -> Array:
    given = case.b if len(case.leaves) > 1 else np.asarray(case.argument("targets", 0))
    return np.asarray(given).astype(int)


def _reduction(case: Case) -> str:
    position = 0 if len(case.leaves) > 1 else 1
    return str(case.argument("reduction", position, "mean"))


def _one_hot(case: Case) -> Array:
    return np.eye(case.x.shape[-1])[_targets(case)]


def _count(case: Case) -> float:
    """What the mean divides by, 1 where no mean is taken."""
    return float(_targets(case).size) or 1.0 if _reduction(case) == "mean" else 1.0


def _upstream(case: Case) -> Array:
    """The upstream gradient beside the logits."""
    return case.g[..., np.newaxis] if _reduction(case) == "none" else case.g


def _reduced(case: Case, losses: Array, reduction: str | None = None) -> Array:
    how = {"mean": np.mean, "sum": np.sum, "none": np.asarray}
    return how[reduction or _reduction(case)](losses)


def _from_logits(gradient: Callable[[Case, Array, Array], Array]) -> Callable[[Case], Prediction]:
    """A gradient made of p and y, times the upstream gradient."""

    def predict(case: Case) -> Prediction:
        p = _stable(case.x, -1)
        return {0: gradient(case, p, _one_hot(case)) * _upstream(case)}

    return predict


def _not_expanded(case: Case) -> Prediction:
    """The upstream gradient of each example beside the classes, no axis put back."""
    return {0: (_stable(case.x, -1) - _one_hot(case)) / _count(case) * case.g}


def _picked(case: Case, values: Array) -> Array:
    return np.take_along_axis(values, _targets(case)[..., np.newaxis], axis=-1)[..., 0]


def _log_of_softmax(by_chain: bool, no_shift: bool = False) -> Callable[[Case], Prediction]:
    """log(softmax(x)): right until a probability is 0."""

    def predict(case: Case) -> Prediction:
        p = (_naive if no_shift else _stable)(case.x, -1)
        out = _reduced(case, -_picked(case, np.log(p)))
        if not by_chain:
            return {"out": out, 0: (p - _one_hot(case)) / _count(case) * _upstream(case)}
        into = -_one_hot(case) / p / _count(case) * _upstream(case)
        return {"out": out, 0: _rule(p, into, -1)}

    return predict


def _no_shift_logsumexp(case: Case) -> Prediction:
    """log(sum(exp(x))) - x[target] as it is written."""
    total = np.log(np.exp(case.x).sum(axis=-1))
    p = _naive(case.x, -1)
    gradient = (p - _one_hot(case)) / _count(case) * _upstream(case)
    return {"out": _reduced(case, total - _picked(case, case.x)), 0: gradient}


def _no_shift_logarithms(case: Case) -> Prediction:
    """x - log(sum(exp(x))) as it is written, and its exponential for p."""
    logp = case.x - np.log(np.exp(case.x).sum(axis=-1, keepdims=True))
    gradient = (np.exp(logp) - _one_hot(case)) / _count(case) * _upstream(case)
    return {"out": _reduced(case, -_picked(case, logp)), 0: gradient}


def _padded(amount: float) -> Callable[[Case], Prediction]:
    """log(p + amount), which hides log(0) and is off everywhere."""

    def predict(case: Case) -> Prediction:
        p = _stable(case.x, -1)
        return {"out": _reduced(case, -_picked(case, np.log(p + amount)))}

    return predict


def _always(reduction: str, forward: bool, backward: bool) -> Callable[[Case], Prediction]:
    """One reduction, whichever was asked for."""

    def predict(case: Case) -> Prediction:
        p, y = _stable(case.x, -1), _one_hot(case)
        share = _targets(case).size if reduction == "mean" else 1
        x = case.x - case.x.max(axis=-1, keepdims=True, initial=-np.inf)
        losses = np.log(np.exp(x).sum(axis=-1)) - _picked(case, x)
        g = case.g if forward else _upstream(case)
        told: dict[str | int, Array | None] = {0: (p - y) / share * g} if backward else {}
        return {**told, "out": _reduced(case, losses, reduction)} if forward else told

    return predict


def _divided(by: Callable[[Case], float]) -> Model:
    def predict(case: Case) -> Prediction:
        if _reduction(case) != "mean":
            return {}
        p = _stable(case.x, -1)
        return {0: (p - _one_hot(case)) / by(case) * case.g}

    return Model("divided-by-other-count", predict)


CROSS_ENTROPY = [
    Model("p-without-y", _from_logits(lambda c, p, y: p / _count(c))),
    Model("y-without-p", _from_logits(lambda c, p, y: -y / _count(c))),
    Model("softmax-left-out", _from_logits(lambda c, p, y: (c.x - y) / _count(c))),
    Model("inverse-probability", _from_logits(lambda c, p, y: -y / p / _count(c))),
    Model("diagonal-only", _from_logits(lambda c, p, y: (p - y) * p * (1 - p) / _count(c))),
    Model("axis-not-put-back", _not_expanded),
    Model("not-averaged", _from_logits(lambda c, p, y: p - y)),
    Model("reduction-ignored", _from_logits(lambda c, p, y: (p - y) / (_targets(c).size or 1))),
    _divided(lambda c: c.x.size),
    _divided(lambda c: c.x.shape[-1]),
    _divided(lambda c: c.x.shape[0]),
    _divided(lambda c: c.x.shape[0] if c.x.ndim > 1 else 1),
    Model("log-of-softmax", _log_of_softmax(by_chain=False)),
    Model("log-of-softmax", _log_of_softmax(by_chain=True)),
    Model("log-of-softmax", _padded(1e-12)),
    Model("log-of-softmax", _padded(1e-10)),
    Model("log-of-softmax", _padded(1e-9)),
    Model("log-of-softmax", _padded(1e-8)),
    Model("no-max-shift", _no_shift_logsumexp),
    Model("no-max-shift", _no_shift_logarithms),
    Model("no-max-shift", _log_of_softmax(by_chain=False, no_shift=True)),
    Model("no-max-shift", _log_of_softmax(by_chain=True, no_shift=True)),
    *(
        Model("reduction-ignored", _always(reduction, forward, backward))
        for reduction in ("mean", "sum")
        for forward, backward in ((True, True), (True, False))
    ),
    Model("sign-of-output", lambda c: {"out": -c.out}),
]


def models() -> Iterator[tuple[str, list[Model]]]:
    """The misconceptions of the high-stakes ops."""
    yield "softmax", SOFTMAX
    yield "cross_entropy", CROSS_ENTROPY
