"""The comparison: every entry of the engine's Jacobian with its difference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from .backward import Graph
from .differences import Differences
from .invariants import is_float32
from .ladder import Ladder, diagnose
from .numeric import step
from .problem import Entry, Problem

LOOK_CLOSER = 3  # columns that passed and are looked at again, the most suspicious first
SUSPICIOUS = 50.0  # times the rounding error of a difference
NEGLIGIBLE = 1e-6  # of the tolerance: an error that small is nobody's slip
BENT = 1e-3  # one-sided differences further apart than this, relative, hint at a kink


@dataclass(frozen=True)
class Tolerance:
    """What a difference may be off by: atol + rtol * |numeric|, as ``allclose`` has it."""

    atol: float
    rtol: float

    def __call__(self, numeric: Any) -> Any:
        return self.atol + self.rtol * np.abs(numeric)


class Comparison:
    """The analytic and the numeric Jacobian of one output with respect to one tensor."""

    def __init__(
        self,
        differences: Differences,
        graph: Graph,
        pair: tuple[int, int],
        analytic: np.ndarray,
        numeric: np.ndarray,
        gaps: np.ndarray,
        tolerance: Tolerance,
        eps: float,
        jitter: float,
    ) -> None:
        self.differences, self.pair, self.tolerance, self.eps = differences, pair, tolerance, eps
        self.jitter = jitter
        self.analytic, self.numeric, self.gaps = analytic, numeric, gaps
        self.output, self.tensor = pair
        self.value = graph.values[self.output]
        self.one = differences.subject.checked[self.tensor]
        self.is_missing = pair in graph.missing or self.output not in graph.differentiable
        self.where = f"output {self.output}, {self.one.name}"
        self.off = np.abs(analytic - numeric)
        with np.errstate(all="ignore"):
            share = np.where(self.off == 0, 0.0, self.off / tolerance(numeric))
        self.share = np.where(np.isnan(share), np.inf, share)

    def entry(self, row: int, element: int) -> Entry:
        """One entry with its place in the output and in the tensor."""
        numeric = float(self.numeric[row, element])
        return Entry(
            self.output,
            _index(row, self.value.shape),
            self.tensor,
            _index(element, self.one.tensor.shape),
            float(self.analytic[row, element]),
            numeric,
            float(self.tolerance(numeric)),
        )

    def worst(self) -> Entry | None:
        """The entry that takes up most of its tolerance; None if there are no entries."""
        if not self.share.size:
            return None
        row, element = np.unravel_index(int(np.argmax(self.share)), self.share.shape)
        return self.entry(int(row), int(element))

    def problems(self) -> Iterator[Problem]:
        """Why entries fail, at most one problem a kind; looking ends at the first wrong one."""
        broken = ~np.isfinite(self.analytic)
        if broken.any():
            row, element = np.argwhere(broken)[0]
            detail = "the gradient is not finite"
            yield Problem("nan", self.where, detail, self.entry(int(row), int(element)))
        failing = np.argwhere((self.share > 1) & ~broken)
        if self.is_missing:
            yield from self._missing(failing)
            return
        found: dict[str, Problem] = {}
        for row, element in sorted(failing.tolist(), key=lambda at: -self.share[at[0], at[1]]):
            kind, detail = self._diagnose(row, element)
            if kind == "roundoff" and self.value.dtype < self.one.tensor.dtype:
                kind, detail = "float32", f"the output is float32, {self.one.name} is float64"
            found.setdefault(kind, Problem(kind, self.where, detail, self.entry(row, element)))
            if kind == "wrong":
                yield Problem(kind, self.where, self._pattern() or detail, found[kind].entry)
                return
        yield from found.values()

    def _missing(self, failing: np.ndarray) -> Iterator[Problem]:
        if len(failing):
            detail = "there is no grad, and the difference is not 0"
            yield Problem("missing", self.where, detail, self.worst())

    def remarks(self) -> Iterator[Problem]:
        """What is odd about entries that pass: a kink, or an error that no rounding explains."""
        if self.differences.method not in ("central", "five-point") or not self.share.size:
            return
        found: dict[str, Problem] = {}
        for row, element in self._suspicious():
            kind, detail = self._closer(row, element)
            if kind:
                entry = self.entry(row, element)
                found.setdefault(kind, Problem(kind, self.where, detail, entry))
        yield from found.values()

    def _suspicious(self) -> list[tuple[int, int]]:
        h = self.eps  # scaled steps only make the rounding smaller
        size = np.abs(self.value.astype(float)).reshape(-1, 1)
        rounding = (float(np.finfo(self.value.dtype).eps) * size + 1e-300) / h
        slip = self.off / rounding / SUSPICIOUS
        kink = self.gaps / (BENT * np.maximum(1.0, np.abs(self.numeric)))
        passing = (self.share <= 1) & np.isfinite(self.analytic)
        suspicion = np.where(passing, np.maximum(slip, kink), 0)
        order = np.argsort(-suspicion, axis=None, kind="stable")[:LOOK_CLOSER]
        places = [np.unravel_index(int(at), suspicion.shape) for at in order]
        return [(int(r), int(e)) for r, e in places if suspicion[r, e] > 1]

    def _closer(self, row: int, element: int) -> tuple[str, str]:
        seen = self._ladder(element).row(self._row(row), self.value.dtype)
        best = seen.estimate(seen.central)
        left, right = seen.estimate(seen.left), seen.estimate(seen.right)
        analytic = float(self.analytic[row, element])
        if abs(right.value - left.value) > 10 * (left.error + right.error) + BENT * abs(best.value):
            return "kink", (
                f"{left.value:.4g} from the left, {right.value:.4g} from the right: that the "
                f"gradient equals their mean, {best.value:.4g}, proves nothing"
            )
        off = abs(analytic - best.value)
        if off <= 10 * best.error + self.jitter + NEGLIGIBLE * self.tolerance(best.value):
            return "", ""
        if self._looks_float32() and off <= 1e-6 * abs(best.value):
            return "float32", "every entry is a float32 number, and the difference is not"
        return (
            "below tolerance",
            f"off by {off:.2g}, the best difference by {best.error:.1g} at most",
        )

    def _looks_float32(self) -> bool:
        is_double = self.one.tensor.dtype == np.float64
        return is_double and is_float32(self.analytic)

    def _ladder(self, element: int) -> Ladder:
        x = self.differences.point(self.tensor, element)
        with np.errstate(all="ignore"):
            return Ladder(self.differences.slice(self.tensor, element), x)

    def _row(self, row: int) -> int:
        return int(self.differences.rows[self.output].start) + row

    def _diagnose(self, row: int, element: int) -> tuple[str, str]:
        if self.differences.method == "complex":
            return "wrong", "the complex step has no error of its own"
        x = self.differences.point(self.tensor, element)
        with np.errstate(all="ignore"):
            seen = self._ladder(element).row(self._row(row), self.value.dtype)
            h = float(step(x, self.eps)) or self.eps * max(1.0, abs(float(x)))
            return diagnose(seen, float(self.analytic[row, element]), self.tolerance, h)

    def _pattern(self) -> str:
        """One factor that explains all entries, if there is one."""
        large = np.abs(self.numeric) > 1e-3 * np.abs(self.numeric).max(initial=0.0)
        ratios = self.analytic[large] / self.numeric[large]
        if len(ratios) > 1 and np.ptp(ratios) <= 1e-4 * np.abs(ratios).max():
            return f"all {len(ratios)} entries are {ratios.mean():.4g} times the difference"
        return ""


def _index(flat: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(i) for i in np.unravel_index(flat, shape)) if shape else ()
