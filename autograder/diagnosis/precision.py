"""Misconceptions that show in how far numbers are off: a little, or beyond all bounds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..sandbox.program import Program
from ..verdict import Finding
from .model import blew_up, is_numeric, same
from .raised import Others

SINGLE_ERRORS = (5e-9, 3e-7)  # what float32 leaves: half its epsilon of 1.2e-7, or a little more
LEAST_EPS, MOST_EPS = 1e-20, 1e-2  # what people add to x so that its logarithm is no -inf
SMALL = 1e-4  # for elements near 1: no formula is wrong by so little


def is_single_precision(finding: Finding) -> bool:
    """Whether an operand of its program is float32."""
    return any(leaf.dtype == np.float32 for leaf in finding.example.program.leaves)


def is_one_step(program: Program) -> bool:
    """Whether one op is asked, and nothing but its output and gradients."""
    return program.probe == "run" and len(program.steps) == 1


def _plain(findings: Sequence[Finding]) -> list[Finding]:
    """Findings in double precision of questions of one step whose answers are known exactly."""
    known = [f for f in findings if f.oracle != "gradcheck" and not is_single_precision(f)]
    return [f for f in known if is_one_step(f.example.program)]


def _error(finding: Finding) -> float:
    """How far an array is off, relative to its largest element (at least 1); else infinite."""
    got, expected = finding.got, finding.expected
    if got is None or expected is None or got.shape != expected.shape or not is_numeric(got):
        return np.inf
    off = float(np.abs(got - expected).max(initial=0.0))
    off /= max(1.0, float(np.abs(expected).max(initial=0.0)))
    return off if np.isfinite(off) else np.inf


def tiny_errors(slot: str, findings: Sequence[Finding], others: Others) -> bool:
    """Outputs are right, gradients off in the last digits, and not by what float32 leaves."""
    plain = _plain(findings)
    if not plain or any(f.kind != "gradient" for f in plain):
        return False
    errors = [_error(f) for f in plain]
    return max(errors) < SMALL and not _of_single(errors)


def _of_single(errors: Sequence[float]) -> bool:
    low, high = SINGLE_ERRORS
    return low <= float(np.median(errors)) <= high


def in_single(slot: str, findings: Sequence[Finding], others: Others) -> bool:
    """What should be double is single: in dtype, in an output's digits, or in a gradient's."""
    plain = _plain(findings)
    gradients = [_error(f) for f in plain if f.kind == "gradient"]
    outputs = [f for f in plain if f.kind != "gradient"]
    if not plain or max(gradients, default=0.0) > SMALL:
        return False
    return all(map(_is_single, outputs)) and bool(outputs or _of_single(gradients))


def _is_single(finding: Finding) -> bool:
    """An output of dtype float32, or one that float32 could hold."""
    got = finding.got
    if got is None or _error(finding) > SMALL:
        return False
    return got.dtype == np.float32 or bool((got.astype(np.float32) == got).all())


def to_double(slot: str, findings: Sequence[Finding], others: Others) -> bool:
    """Only questions in single precision fail, and they come back in double."""
    return all(is_single_precision(f) for f in findings) and any(
        f.kind == "dtype" and f.got is not None and f.got.dtype == np.float64 for f in findings
    )


def protected(slot: str, findings: Sequence[Finding], others: Others) -> bool:
    """The logarithm of a tiny number is that of a larger one, which was added or put in place."""
    outputs = [
        f
        for f in _plain(findings)
        if f.kind == "forward" and f.got is not None and is_numeric(f.got)
    ]
    if slot != "log" or not outputs:
        return False
    tiny = min(outputs, key=lambda f: float(f.example.program.leaves[0].min(initial=1.0)))
    x, got = tiny.example.program.leaves[0], tiny.got
    if not x.size or x.min() > LEAST_EPS or got is None or got.shape != x.shape:
        return False
    eps = float(np.exp(got[x == x.min()].max()))
    return LEAST_EPS < eps < MOST_EPS and all(_is_log_near(f, eps) for f in outputs)


def _is_log_near(finding: Finding, eps: float) -> bool:
    x = finding.example.program.leaves[0]
    return any(same(finding.got, np.log(y)) for y in (x + eps, np.maximum(x, eps)))


def overflows(slot: str, findings: Sequence[Finding], others: Others) -> bool:
    """NaN or inf where finite numbers belong, and nothing else is wrong."""
    return all(f.kind in ("forward", "gradient") and blew_up(f.got, f.expected) for f in findings)
