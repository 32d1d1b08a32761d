"""Gradients of gradients: backward rules written in Tensor ops.

A body's closure computes with arrays, so what it adds to a grad has no history and can't be
differentiated again. A *rule* says the same thing in Tensor ops:

    @rule("tanh")
    def tanh(out, g, x):
        return g * (1 - out * out)

    @rule("mul")
    def mul(out, g, a, b):
        return unbroadcast(g * b, a.shape), unbroadcast(g * a, b.shape)

    @rule("sum")
    def sum(out, g, x, axis=None, keepdims=False):
        ...

A rule is called with the output, the upstream gradient (a Tensor of the output's shape), and then
exactly what the op was called with. It returns the gradient of each Tensor operand, in order: one
Tensor, or a tuple, with None for an operand that has none.

How an op's arguments are known: once this module is imported, the output of every op that needs a
gradient keeps the call that made it, ``out._call = (name, args, kwargs)``, and ``grad`` walks these
calls, not the closures. Bodies stay as they are. A body composed of other ops needs no rule, since
the calls inside it were kept. Inside ``no_grad`` nothing is kept, as there is no graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any

import numpy as np

from . import slots, tensor
from .errors import MinitorchError
from .tensor import Tensor

Rule = Callable[..., Any]
RULES: dict[str, Rule] = {}
HISTORY = "; what grad(...) returns has a history only if it was asked for with create_graph=True"


class NoRuleError(MinitorchError, NotImplementedError):
    """An op on the way has no rule in Tensor ops, or was called before calls were kept."""


def rule(name: str) -> Callable[[Rule], Rule]:
    """Register the rule of a slot; SlotError if there is no such slot."""
    slots.slot_named(name)

    def register(function: Rule) -> Rule:
        RULES[name] = function
        return function

    return register


def unbroadcast(g: Tensor, shape: tuple[int, ...]) -> Tensor:
    """Sum over the axes that broadcasting to ``g.shape`` added or stretched, in Tensor ops."""
    if g.shape == shape:
        return g
    added = g.ndim - len(shape)
    stretched = [added + axis for axis, side in enumerate(shape) if side != g.shape[added + axis]]
    return g.sum(axis=(*range(added), *stretched), keepdims=True).reshape(shape)


def grad(
    outputs: Tensor | Sequence[Tensor],
    inputs: Tensor | Sequence[Tensor],
    grad_outputs: Any = None,
    create_graph: bool = False,
    allow_unused: bool = False,
    rules: Mapping[str, Rule] = RULES,
) -> tuple[Tensor | None, ...]:
    """d outputs / d inputs, one Tensor an input; no ``.grad`` is touched.

    grad_outputs  upstream gradients, one an output; None stands for 1 at an output of one element
    create_graph  compute by rules, so that the result has a history and can be differentiated
                  again, also inside ``no_grad``; else by the bodies' closures
    allow_unused  None for an input that the outputs do not depend on, instead of RuntimeError

    RuntimeError as PyTorch's for an output or input that requires no grad, and for an upstream
    gradient that is missing or of the wrong shape. NoRuleError if an op has no rule.
    """
    outputs, inputs = _tuple(outputs), _tuple(inputs)
    for name, tensors, hint in (("output", outputs, HISTORY), ("input", inputs, "")):
        for number, x in enumerate(tensors):
            if not x.requires_grad:
                raise RuntimeError(
                    f"{name} {number} does not require grad, so it has no gradient{hint}"
                )
    upstreams = _upstreams(outputs, grad_outputs)
    if create_graph:
        with _recording():
            found = _by_rules(outputs, upstreams, rules)
    else:
        found = _by_closures(outputs, inputs, upstreams)
    unused = [number for number, x in enumerate(inputs) if x not in found]
    if unused and not allow_unused:
        raise RuntimeError(
            f"the outputs do not depend on input {unused[0]}; allow_unused=True returns None for it"
        )
    return tuple(found.get(x) for x in inputs)


def _by_rules(
    outputs: Sequence[Tensor], upstreams: Sequence[Tensor], rules: Mapping[str, Rule]
) -> dict[Tensor, Tensor]:
    found: dict[Tensor, Tensor] = {}
    for out, upstream in zip(outputs, upstreams, strict=True):
        _add(found, out, upstream)
    for node in _consumers_first(outputs):
        if node in found and node._prev:
            grads, operands = _apply(node, found[node], rules), _operands(node)
            if any(operand.requires_grad for operand in operands[len(grads) :]):
                raise ValueError(
                    f"the rule of {node._op} returned {len(grads)} gradients, expected "
                    f"{len(operands)}: one an operand, None where there is none to have"
                )
            for operand, g in zip(operands, grads, strict=False):
                if g is not None and operand.requires_grad:
                    _add(found, operand, g)
    return found


def _add(found: dict[Tensor, Tensor], x: Tensor, g: Tensor) -> None:
    if g.shape != x.shape:
        raise ValueError(f"expected a gradient of shape {x.shape}, got {g.shape}")
    found[x] = found[x] + g if x in found else g


def _apply(node: Tensor, g: Tensor, rules: Mapping[str, Rule]) -> tuple[Tensor | None, ...]:
    name, args, kwargs = node._call  # type: ignore[attr-defined]
    if name not in rules:
        raise NoRuleError(
            f'{name} has no rule in Tensor ops; write one under @rule("{name}"), see notebook 10'
        )
    return _tuple(rules[name](node, g, *args, **kwargs))


def _operands(node: Tensor) -> list[Tensor]:
    """The Tensors that the op was called with, in order, each as often as it was passed."""
    if "_call" not in vars(node):
        raise NoRuleError(
            f"no op's call is known for a tensor of op {node._op!r}: it was made by hand, or "
            "before minitorch.second_order was imported; import it first, then compute again"
        )
    _, args, kwargs = vars(node)["_call"]
    found: list[Tensor] = []
    for value in (*args, *kwargs.values()):
        members = value if isinstance(value, (tuple, list)) else (value,)
        found += [x for x in members if isinstance(x, Tensor)]
    return found


def _consumers_first(outputs: Sequence[Tensor]) -> list[Tensor]:
    """Every tensor on the way, each after all that were computed from it."""
    order: list[Tensor] = []
    seen: set[Tensor] = set()
    stack: list[tuple[Tensor, Iterator[Tensor]]] = []
    for out in outputs:
        if out not in seen:
            seen.add(out)
            stack.append((out, _parents(out)))
        while stack:
            node, parents = stack[-1]
            parent = next((p for p in parents if p not in seen), None)
            if parent is None:
                order.append(node)
                stack.pop()
            else:
                seen.add(parent)
                stack.append((parent, _parents(parent)))
    return order[::-1]


def _parents(node: Tensor) -> Iterator[Tensor]:
    return iter([x for x in _operands(node) if x.requires_grad] if node._prev else [])


def _by_closures(
    outputs: Sequence[Tensor], inputs: Sequence[Tensor], upstreams: Sequence[Tensor]
) -> dict[Tensor, Tensor]:
    nodes = reachable(outputs)
    kept = [(node, node.grad) for node in nodes]
    found: dict[Tensor, np.ndarray] = {}
    try:
        for out, upstream in zip(outputs, upstreams, strict=True):
            for node in nodes:
                node.grad = None
            out.backward(upstream.data.copy())
            for x in dict.fromkeys(inputs):
                if x.grad is not None:
                    found[x] = found[x] + x.grad if x in found else x.grad.copy()
    finally:
        for node, grad_before in kept:
            node.grad = grad_before
    return {x: Tensor(g) for x, g in found.items()}


def reachable(outputs: Sequence[Tensor]) -> list[Tensor]:
    """Every tensor that the outputs were computed from and that requires grad, outputs included."""
    seen = dict.fromkeys(out for out in outputs if out.requires_grad)
    waiting = list(seen)
    while waiting:
        for parent in waiting.pop()._prev:
            if parent.requires_grad and parent not in seen:
                seen[parent] = None
                waiting.append(parent)
    return list(seen)


def _upstreams(outputs: Sequence[Tensor], given: Any) -> list[Tensor]:
    listed = [None] * len(outputs) if given is None else _tuple(given)
    if len(listed) != len(outputs):
        raise RuntimeError(f"expected {len(outputs)} grad_outputs, got {len(listed)}")
    return [_upstream(n, out, g) for n, (out, g) in enumerate(zip(outputs, listed, strict=True))]


def _upstream(number: int, out: Tensor, given: Any) -> Tensor:
    if given is None and out.size != 1:
        raise RuntimeError(
            f"output {number} has shape {out.shape}, so it needs a gradient of that shape in "
            "grad_outputs; only an output with one element can do without"
        )
    upstream = Tensor(np.ones_like(out.data)) if given is None else given
    upstream = upstream if isinstance(upstream, Tensor) else Tensor(np.asarray(given, out.dtype))
    if upstream.shape != out.shape:
        raise RuntimeError(
            f"expected grad_outputs[{number}] of shape {out.shape}, got {upstream.shape}"
        )
    return upstream


def _tuple(x: Any) -> tuple[Any, ...]:
    return tuple(x) if isinstance(x, (tuple, list)) else (x,)


@contextmanager
def _recording() -> Iterator[None]:
    """Build graphs, also inside ``no_grad``: who asks for create_graph wants one."""
    before = tensor._grad_enabled
    tensor._grad_enabled = True
    try:
        yield
    finally:
        tensor._grad_enabled = before


def _keep_call(name: str, body: Callable[..., Any]) -> Callable[..., Any]:
    """The body, with the call noted on an output that has a history and no note yet."""

    @wraps(body)
    def noting(*args: Any, **kwargs: Any) -> Any:
        out = body(*args, **kwargs)
        if isinstance(out, Tensor) and out._prev and "_call" not in vars(out):
            out._call = (name, args, kwargs)  # type: ignore[attr-defined]
        return out

    return noting


slots.put_around_bodies(_keep_call)
