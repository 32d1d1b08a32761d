"""gradcheck itself: what is asked, in which order things are looked at, and what is said."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from minitorch import tensor as engine

from . import invariants
from .backward import Graph
from .comparison import Comparison, Tolerance
from .differences import Differences, UnstableError
from .errors import GradcheckError, GradcheckWarning
from .numeric import DIFFERENCES
from .problem import KINDS, Entry, Problem
from .report import Report
from .subject import Subject

METHODS = (*DIFFERENCES, "complex")
NOTICES = ("float32 input", "nothing compared")  # never a failure, even in strict mode


@dataclass(frozen=True)
class Options:
    """The keyword arguments of :func:`gradcheck`, checked."""

    eps: float = 1e-6
    atol: float = 1e-5
    rtol: float = 1e-3
    nondet_tol: float = 0.0
    check_undefined_grad: bool = True
    check_grad_dtypes: bool = False
    method: str = "central"
    reference: Callable[..., Any] | None = None
    strict: bool = False

    def __post_init__(self) -> None:
        if not (math.isfinite(self.eps) and self.eps > 0):
            raise ValueError(f"expected eps > 0, got {self.eps!r}; the usual one is 1e-6")
        for name in ("atol", "rtol", "nondet_tol"):
            if not getattr(self, name) >= 0:
                raise ValueError(f"expected {name} >= 0, got {getattr(self, name)!r}")
        if self.method not in METHODS:
            raise ValueError(f"expected method to be one of {METHODS}, got {self.method!r}")
        if self.method == "complex" and self.reference is None:
            raise ValueError(
                'method="complex" needs reference=, the same function on NumPy arrays: '
                "a Tensor holds no complex numbers"
            )


#: PyTorch's options that have no meaning for a NumPy engine: default, and why not
REFUSED: dict[str, tuple[Any, str]] = {
    "check_batched_grad": (False, "NumPy has no vmap, so there is no batched backward to check"),
    "check_batched_forward_grad": (False, "NumPy has no vmap and the engine no forward mode"),
    "check_forward_ad": (False, "the engine has no forward mode"),
    "check_backward_ad": (True, "backward is all that there is to check"),
    "fast_mode": (
        False,
        "a random projection misses single wrong entries; here every entry is compared",
    ),
    "masked": (None, "there are no sparse tensors"),
}


def refuse(options: dict[str, Any]) -> None:
    """ValueError for an option of PyTorch's that has no meaning here, TypeError for no option."""
    for name, value in options.items():
        if name not in REFUSED:
            raise TypeError(f"gradcheck has no option {name!r}")
        default, reason = REFUSED[name]
        if value not in (default, None):
            raise ValueError(f"{name}={value!r} is not available: {reason}; leave it out")


def gradcheck(
    func: Callable[..., Any],
    inputs: Any,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    method: str = "central",
    reference: Callable[..., Any] | None = None,
    strict: bool = False,
    **others: Any,
) -> bool:
    """Whether the gradients that the engine computes are the derivatives of ``func``.

    func     a function of tensors, or a module: a callable object, whose parameters are checked too
    inputs   a Tensor or a tuple; those that require grad are checked, the others are passed on
    eps      step of the differences, times max(1, abs(x)) for each element x
    atol, rtol            an entry may be off by atol + rtol * abs(numeric)
    raise_exception       False returns False where True raises GradcheckError
    nondet_tol            how far two runs with the same inputs may be apart
    check_undefined_grad  with several outputs, each must work while the others have no grad
    check_grad_dtypes     a grad of another dtype than its tensor fails; else it is warned of
    method     "central", "five-point" (error h^4), "forward", or "complex"
    reference  the same function on NumPy arrays: its outputs must agree with func's, and
               method="complex" differentiates it without roundoff
    strict     what is otherwise warned of fails: kinks, float32, errors below the tolerance

    Returns True, or raises GradcheckError, whose ``report`` holds the numbers. A question without
    an answer (no input requires grad, eps <= 0, an option that NumPy has no meaning for) is a
    ValueError whatever raise_exception says. Inputs, grads and the global random states are left
    as they were.
    """
    refuse({"check_batched_grad": check_batched_grad, **others})
    options = Options(
        eps=eps,
        atol=atol,
        rtol=rtol,
        nondet_tol=nondet_tol,
        check_undefined_grad=check_undefined_grad,
        check_grad_dtypes=check_grad_dtypes,
        method=method,
        reference=reference,
        strict=strict,
    )
    report = examine(func, inputs, options)
    for remark in report.remarks:
        if report.problems and remark.kind not in NOTICES:
            continue  # the error says more
        place = f" ({remark.where})" if remark.where else ""
        what = remark.detail or KINDS[remark.kind][0]
        advice = KINDS[remark.kind][1]
        warnings.warn(f"{remark.kind}{place}: {what}; {advice}", GradcheckWarning, stacklevel=2)
    if report.problems and raise_exception:
        raise GradcheckError(report)
    return report.passed


def gradcheck_report(func: Callable[..., Any], inputs: Any, **options: Any) -> Report:
    """As :func:`gradcheck`, but the whole report, passed or not; it neither raises nor warns."""
    refuse({name: options.pop(name) for name in list(options) if name in REFUSED})
    return examine(func, inputs, Options(**options))


def examine(func: Callable[..., Any], inputs: Any, options: Options) -> Report:
    """Look at everything in order and collect what is found."""
    if not engine._grad_enabled:
        raise ValueError("gradcheck was called inside no_grad, where nothing has a gradient")
    subject = Subject(func, inputs)
    examination = _Examination(subject, options)
    with subject.undisturbed():
        try:
            problems = list(examination.look())
        except UnstableError as error:
            problems = [Problem("unstable output", detail=str(error))]
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
