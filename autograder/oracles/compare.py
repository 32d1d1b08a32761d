"""A right engine's answers beside those of another engine: what differs, array by array."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from autograder.sandbox.execute import RETURNED
from autograder.sandbox.program import Program, Raised, Result
from autograder.verdict import Example, Finding

RELATIVE = 1e-9  # right bodies differ from PyTorch by about 1e-15 of the largest element
ABSOLUTE = 1e-10  # times the largest element, at least 1: for elements that cancel to about zero
EXACT = 1e-12  # one op on values near 1; central differences inside a body are off by 1e-11
SINGLE = 2e-5  # float32 has 1.2e-7; sums of hundreds of elements lose two digits

ANSWERED = ("result", "params", "losses")  # how the names of what a function answers begin
_KINDS = {"mutation": "mutation", "alias": "aliasing", "death": "alive"}


@dataclass(frozen=True)
class Tolerance:
    """``abs(got - expected) <= absolute + relative * abs(expected)``.

    NaN and inf have to be where they are expected.
    """

    relative: float
    absolute: float

    def fits(self, got: np.ndarray, expected: np.ndarray) -> np.ndarray:
        """Which elements agree; counts and answers agree exactly or not at all."""
        if expected.dtype.kind != "f" or got.dtype.kind != "f":
            return np.asarray(got == expected)
        with np.errstate(invalid="ignore", over="ignore"):
            near = np.abs(got - expected) <= self.absolute + self.relative * np.abs(expected)
        return near | (got == expected) | (np.isnan(got) & np.isnan(expected))


UNCHANGED = Tolerance(0.0, 0.0)


def tolerance(expected: np.ndarray, exact: bool) -> Tolerance:
    """How far an answer may be off: by dtype, and by how well the values are known."""
    finite = np.abs(expected[np.isfinite(expected)]).astype(float)
    scale = max(1.0, float(finite.max(initial=0.0)))
    if expected.dtype == np.float32:
        return Tolerance(SINGLE, SINGLE * scale)
    if exact:
        return Tolerance(EXACT, EXACT * scale)
    return Tolerance(RELATIVE, ABSOLUTE * scale)


def compare(example: Example, result: Result) -> Iterator[Finding]:
    """Every difference between what is expected and what came back, the output's first."""
    if result.error is not None:
        if not (example.raises and _is_refusal(result.error)):
            yield _of_other_shape(example, result) or _raised(example, result)
        return
    if example.raises:
        yield Finding(example, result, "wrong", "accepted")
        return
    for name, expected in example.expected.items():
        finding = _array(example, result, name, expected)
        if finding is not None:
            yield finding


def _of_other_shape(example: Example, result: Result) -> Finding | None:
    """An output of a wrong shape, which says more than the backward that refused its gradient."""
    got, expected = result.values.get("out"), example.expected.get("out")
    if got is None or expected is None or got.shape == expected.shape:
        return None
    return Finding(example, result, "wrong", "shape", "out")


def _raised(example: Example, result: Result) -> Finding:
    assert result.error is not None
    kind = "lost" if result.error.phase == "lost" else "raised"
    return Finding(example, result, "raised", kind)


def _is_refusal(error: Raised) -> bool:
    """Whether an error says that the question is none, and is no slip on the way to an answer."""
    slips = ("NotImplementedError", "NameError", "UnboundLocalError")
    return not (error.phase == "lost" or error.kind in slips or error.message.endswith(RETURNED))


def _array(
    example: Example, result: Result, name: str, expected: np.ndarray | None
) -> Finding | None:
    values: Mapping[str, np.ndarray | None] = result.values
    got = values.get(name)

    def finding(kind: str, index: tuple[int, ...] | None = None, note: str = "") -> Finding:
        return Finding(example, result, "wrong", kind, name, index, note)

    if expected is None or got is None:
        if (expected is None) == (got is None):
            return None
        return finding("missing" if got is None else "unwanted")
    if got.shape != expected.shape:
        return finding("shape")
    if expected.dtype.kind == "f" and got.dtype != expected.dtype:
        return finding("dtype")
    allowed = Tolerance(*example.within) if example.within else tolerance(expected, example.exact)
    allowed = UNCHANGED if _is_given(example.program, name) else allowed
    fits = allowed.fits(got, expected)
    if fits.all():
        return None
    return finding(_kind(example.program.probe, name), worst(got, expected, fits))


def _is_given(program: Program, name: str) -> bool:
    """Whether an array is what the program handed over, to be left as it was to the last bit."""
    if program.probe == "call":
        return "after" in program.options["views"] and not name.startswith(ANSWERED)
    return name.startswith("leaf") and "/" not in name  # leaf0/grad1 is what the alias probe saw


def _kind(probe: str, name: str) -> str:
    """What an array of that name is wrong in."""
    if name.startswith("leaf"):
        return "mutation"
    gradient = name.startswith("grad") or name == "visits"
    return _KINDS.get(probe) or ("gradient" if gradient else "forward")


def worst(got: np.ndarray, expected: np.ndarray, fits: np.ndarray) -> tuple[int, ...]:
    """The index of the element that is furthest off; NaN and inf are furthest of all."""
    with np.errstate(invalid="ignore", over="ignore"):
        off = np.abs(got.astype(float) - expected.astype(float))
    off = np.where(fits, -1.0, np.where(np.isfinite(off), off, math.inf))
    return tuple(int(i) for i in np.unravel_index(int(off.argmax()), off.shape))
