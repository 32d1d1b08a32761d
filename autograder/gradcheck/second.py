"""Second derivatives: ``grad`` as PyTorch's, and gradcheck of what it returns."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from minitorch import Tensor, second_order

from .check import gradcheck
from .rules import HOUSE
from .subject import Subject, parameters

SEED = 0  # of the upstream gradients that gradgradcheck makes up
#: PyTorch's further options of gradgradcheck: default, and why nothing else
REFUSED: dict[str, tuple[Any, str]] = {
    "gen_non_contig_grad_outputs": (False, "every call sees fresh, contiguous copies"),
    "check_fwd_over_rev": (False, "the engine has no forward mode"),
    "check_rev_over_rev": (True, "reverse over reverse is all that there is to check"),
    "masked": (False, "there are no sparse tensors"),
}


def grad(
    outputs: Tensor | Sequence[Tensor],
    inputs: Tensor | Sequence[Tensor],
    grad_outputs: Any = None,
    create_graph: bool = False,
    allow_unused: bool = False,
) -> tuple[Tensor | None, ...]:
    """:func:`minitorch.second_order.grad`, with a rule at hand for every op.

    A rule registered under ``@rule`` comes before the one kept here.
    """
    rules = ChainMap(second_order.RULES, HOUSE)
    return second_order.grad(outputs, inputs, grad_outputs, create_graph, allow_unused, rules)


def gradgradcheck(
    func: Callable[..., Any],
    inputs: Any,
    grad_outputs: Any = None,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    fast_mode: bool = False,
    method: str = "central",
    strict: bool = False,
    **others: Any,
) -> bool:
    """Whether the gradients of ``func``'s gradients are right, by inputs and by grad_outputs.

    The gradients come from rules in Tensor ops (:func:`grad` with create_graph=True); they are
    differentiated by the engine and by differences, and compared as :func:`gradcheck` does.

    grad_outputs  upstream gradients of the outputs; random ones that require grad if None

    The other options are gradcheck's. NoRuleError if an op has no rule.
    """
    for name, value in others.items():
        if name not in REFUSED:
            raise TypeError(f"gradgradcheck has no option {name!r}")
        default, reason = REFUSED[name]
        if value != default:
            raise ValueError(f"{name}={value!r} is not available: {reason}; leave it out")
    inputs = tuple(inputs) if isinstance(inputs, (tuple, list)) else (inputs,)
    if grad_outputs is None:
        upstreams = _made_up(func, inputs)
    else:
        listed = grad_outputs if isinstance(grad_outputs, (tuple, list)) else (grad_outputs,)
        upstreams = tuple(g if isinstance(g, Tensor) else Tensor(g) for g in listed)
    return gradcheck(
        _FirstDerivatives(func, len(inputs)),
        (*inputs, *upstreams),
        eps=eps,
        atol=atol,
        rtol=rtol,
        raise_exception=raise_exception,
        nondet_tol=nondet_tol,
        check_undefined_grad=check_undefined_grad,
        check_grad_dtypes=check_grad_dtypes,
        check_batched_grad=check_batched_grad,
        fast_mode=fast_mode,
        method=method,
        strict=strict,
    )


def _made_up(func: Callable[..., Any], inputs: tuple[Any, ...]) -> tuple[Tensor, ...]:
    """An upstream gradient for each output that requires grad: uniform in -1..1, as PyTorch's."""
    subject = Subject(func, inputs)
    with subject.undisturbed():
        outputs = [out for out in subject.outputs() if out.requires_grad]
    random = np.random.default_rng(SEED)
    return tuple(
        Tensor(np.asarray(random.uniform(-1, 1, out.shape), out.dtype), requires_grad=True)
        for out in outputs
    )


class _FirstDerivatives:
    """A function's gradients as a function of its inputs and of the upstream gradients."""

    def __init__(self, func: Callable[..., Any], count: int) -> None:
        self.func, self.count = func, count

    def parameters(self) -> list[Tensor]:
        """The module's own, so that they are checked too."""
        return list(parameters(self.func))

    def __call__(self, *arguments: Any) -> tuple[Tensor, ...]:
        inputs, upstreams = arguments[: self.count], arguments[self.count :]
        result = self.func(*inputs)
        outputs = result if isinstance(result, (tuple, list)) else (result,)
        wanted = [x for x in inputs if isinstance(x, Tensor) and x.requires_grad]
        grads = grad(
            [out for out in outputs if out.requires_grad],
            list(dict.fromkeys([*wanted, *self.parameters()])),
            upstreams,
            create_graph=True,
            allow_unused=True,
        )
        return tuple(g for g in grads if g is not None)
