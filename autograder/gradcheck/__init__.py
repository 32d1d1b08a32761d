"""gradcheck: are the gradients that an engine computes the derivatives of its functions?

    from autograder import gradcheck
    gradcheck(lambda x, w: (x @ w).tanh(), (x, w))      # True, or GradcheckError
    gradcheck_report(module, x).error_by_eps()          # the numbers behind it

The signature is PyTorch's. One backward pass per output element gives the engine's Jacobian, two
calls per input element the numeric one; every entry is compared. Where they disagree, the same
difference at some thirty steps tells why: a wrong gradient is off at all of them, a bad step is
not, and a kink has two slopes. :data:`KINDS` lists the verdicts.

Where the verdict is not PyTorch's (``torch.autograd.gradcheck`` of the same function):

- empty tensors: it passes, as there, and a warning says that nothing was compared.
- error in a module's parameter: a module's parameters are checked with its inputs; there only what
  is listed in ``inputs``.
- a slip below the tolerance: atol is kept as promised, and a warning says what it hides: an error
  that the difference can't have.
- a slip below the tolerance, strict: for a grader, what is known to be wrong fails.
- gradient through float32: numbers with 24 bits where 53 are due pass every usual tolerance.
- float32 grad with check_grad_dtypes: PyTorch's engine casts grads before its check sees them;
  here nobody does, so the check sees what the body did.
- one output of two detached: an output without history is a bug to be found; one that is meant to
  have none can be left out of what the function returns.
- upstream squared: rows of an identity can't tell g from g²; a random upstream gradient can.
- upstream clipped to -1..1: likewise, for g = 1 nothing is clipped.
- wrong shape, right size: a verdict with both shapes, not an exception from inside the engine.
- broadcast not reduced: PyTorch's engine sums such a grad to its tensor's shape before the check;
  here that is the body's task.
- upstream written into: other nodes may still read that array.
- input written into by backward: the next pass, and the caller, see other data.
- two grads in one array: a later ``+=`` into one changes the other.
- grad a read-only view: a grad is added to in place by whoever accumulates or steps.
- output in the input's memory: whoever writes into one changes the other; PyTorch's engine keeps
  count of views, this one can't.
- broadcast input memory: the inputs are copied before an element moves, so only that one moves.
- overlapping input memory: likewise; there several elements move at once, and a right
  gradient fails.
- output shape depends on the value: a verdict that names both shapes, not an AssertionError.
- output dtype depends on the value: likewise.
- an output without a grad breaks backward: a verdict, and the words of the exception.
- the same with check_undefined_grad=False: the option is honoured: other outputs get zeros.
- abs at 0: the two slopes differ, so that the gradient equals their mean proves nothing; it passes
  with a warning.
- abs at 0, strict: and fails where a proof is asked for.
- sin at 1e10 with a small eps: the step grows with x and is a difference of representable numbers;
  1e-13 itself would vanish in 1e10.
- x**2 at 1e6 with tight tolerances: likewise, a step of 1e-6 is rounded by 1e-5 of itself there.
- only a module's parameters require grad: they can be checked, so they are.
- no outputs: True would be a promise about nothing.
- eps = 0: a usage error, not a wrong gradient.
- eps < 0: likewise; -1e-6 is a typing mistake.
- check_batched_grad=True: refused, as NumPy has no vmap: an option that is ignored looks like a
  check.
- fast_mode=True: refused: a random projection misses a third of the single wrong entries in a
  100 x 100 Jacobian, and here nothing may hide.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .check import gradcheck, gradcheck_report
from .errors import GradcheckError, GradcheckWarning
from .problem import KINDS, Entry, Problem
from .report import ErrorByEps, Report
from .sweep import error_by_eps, jacobian_entry

if TYPE_CHECKING:
    from .second import grad, gradgradcheck

__all__ = [
    "KINDS",
    "Entry",
    "ErrorByEps",
    "GradcheckError",
    "GradcheckWarning",
    "Problem",
    "Report",
    "error_by_eps",
    "grad",
    "gradcheck",
    "gradcheck_report",
    "gradgradcheck",
    "jacobian_entry",
]


def __getattr__(name: str) -> Any:
    """``grad`` and ``gradgradcheck`` late: with them, every op begins to keep its calls."""
    if name in ("grad", "gradgradcheck"):
        return getattr(import_module(".second", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
