"""One gradcheck: in which order things are looked at, and what is kept of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from minitorch import tensor as engine

from . import invariants
from .backward import Graph
from .comparison import Comparison, Tolerance
from .differences import Differences, UnstableError
from .options import Options
from .problem import KINDS, Entry, Problem
from .report import Report
from .subject import Subject


def examine(func: Callable[..., Any], inputs: Any, options: Options) -> Report:
    """Look at everything in order and collect what is found."""
    if not engine._grad_enabled:
        raise ValueError("gradcheck was called inside no_grad, where nothing has a gradient")
    subject = Subject(func, inputs)
    examination = _Examination(subject, options)
    problems: list[Problem] = []
    with subject.undisturbed():
        try:
            for problem in examination.look():
                problems.append(problem)  # what came before an unstable output stays
        except UnstableError as error:
            problems.append(Problem("unstable output", detail=str(error)))
    order = list(KINDS)
    problems.sort(key=lambda problem: order.index(problem.kind))
    failed = {problem.kind for problem in problems}
    remarks = [remark for remark in examination.remarks if remark.kind not in failed]
    shown = {name: getattr(options, name) for name in ("eps", "atol", "rtol", "method")}
    return Report(
        tuple(problems),
        tuple(remarks),
        examination.worst,
        examination.entries,
        tuple(one.name for one in subject.checked),
        shown,
        func,
        subject.inputs,
    )


class _Examination:
    def __init__(self, subject: Subject, options: Options) -> None:
        self.subject, self.options = subject, options
        self.remarks: list[Problem] = []
        self.worst: Entry | None = None
        self.entries = 0

    def look(self) -> Iterator[Problem]:
        """First the function, then what backward does besides, then the values."""
        subject, tol = self.subject, self.options.nondet_tol
        self._notice_float32()
        before = [np.array(out.data) for out in subject.outputs()]
        graph = Graph(subject)
        early = [
            *invariants.inputs_kept(subject, "the call"),
            *invariants.forward_repeats(before, graph.values, tol),
            *invariants.outputs_finite(graph),
            *self._reference_agrees(graph),
        ]
        yield from early
        if early:
            return
        with graph.undisturbed():
            analytic = yield from self._backward(graph)
        problems = list(self._values(graph, analytic))
        yield from problems
        if not self.entries or not (graph.differentiable or problems):
            self.remarks.append(Problem("nothing compared"))
        after = [np.array(out.data) for out in subject.outputs()]
        yield from invariants.forward_repeats(graph.values, after, tol)

    def _notice_float32(self) -> None:
        for one in self.subject.checked:
            if one.tensor.dtype == np.float32:
                self.remarks.append(Problem("float32 input", one.name))

    def _reference_agrees(self, graph: Graph) -> Iterator[Problem]:
        if self.options.reference is None:
            return
        arrays = [getattr(x, "data", x) for x in self.subject.inputs]
        result = self.options.reference(
            *(np.array(a) if isinstance(a, np.ndarray) else a for a in arrays)
        )
        others = result if isinstance(result, (tuple, list)) else (result,)
        if len(others) != len(graph.values):
            detail = f"{len(graph.values)} outputs, the reference has {len(others)}"
            yield Problem("forward differs", detail=detail)
            return
        for number, (value, other) in enumerate(zip(graph.values, others, strict=True)):
            if value.shape != np.shape(other) or not np.allclose(
                value, other, rtol=self.options.rtol, atol=self.options.atol
            ):
                yield Problem("forward differs", f"output {number}")

    def _backward(self, graph: Graph) -> Any:
        subject, options = self.subject, self.options
        analytic: dict[int, list[np.ndarray]] = {}
        for which in graph.differentiable:
            once = graph.random_pull(which)
            yield from invariants.grads_fit(subject, graph, which)
            dtypes = list(invariants.dtypes_fit(subject, graph, which))
            yield from self._fail_or_remark(dtypes, options.check_grad_dtypes)
            first, second = graph.jacobian(which), graph.jacobian(which)
            again = graph.random_pull(which)
            tol = options.nondet_tol
            for before, after in ((first, second), (once, again)):
                yield from invariants.backward_repeats(subject, before, after, which, tol)
            yield from invariants.linear(subject, graph, first, which, tol)
            if options.check_undefined_grad and len(graph.differentiable) > 1:
                yield from invariants.undefined(subject, graph, first, which, tol)
            analytic[which] = first
        return analytic

    def _values(self, graph: Graph, analytic: dict[int, list[np.ndarray]]) -> Iterator[Problem]:
        options = self.options
        differences = Differences(self.subject, graph.values, options.method, options.reference)
        slopes, gaps = differences.jacobian(options.eps)
        tolerance = Tolerance(options.atol, options.rtol)
        for which in differences.compared:
            rows = differences.rows[which]
            for number, one in enumerate(self.subject.checked):
                zeros = np.zeros((graph.values[which].size, one.tensor.size))
                engine_side = analytic[which][number] if which in analytic else zeros
                sides = (engine_side, slopes[number][rows], gaps[number][rows])
                comparison = Comparison(
                    differences,
                    graph,
                    (which, number),
                    *sides,
                    tolerance,
                    options.eps,
                    options.nondet_tol,
                )
                yield from self._compare(comparison)

    def _compare(self, comparison: Comparison) -> Iterator[Problem]:
        self.entries += comparison.share.size
        worst = comparison.worst()
        if worst and (self.worst is None or _share(worst) > _share(self.worst)):
            self.worst = worst
        problems = list(comparison.problems())
        yield from problems
        if not problems:
            yield from self._fail_or_remark(list(comparison.remarks()), False)

    def _fail_or_remark(self, found: list[Problem], fails: bool) -> Iterator[Problem]:
        if fails or self.options.strict:
            yield from found
        else:
            known = {(remark.kind, remark.where) for remark in self.remarks}
            self.remarks += [one for one in found if (one.kind, one.where) not in known]


def _share(entry: Entry) -> float:
    share = entry.error / entry.tolerance if entry.tolerance else math.inf * entry.error
    return math.inf if math.isnan(share) else share
