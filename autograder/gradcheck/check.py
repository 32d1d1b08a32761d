"""gradcheck itself: what is asked, and what is said."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from .errors import GradcheckError, GradcheckWarning
from .examination import examine
from .options import REFUSED, Options, refuse
from .problem import KINDS
from .report import Report

NOTICES = ("float32 input",)  # warned of even when an error says more


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
