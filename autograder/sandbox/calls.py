"""Probes of functions that are no slots: call one, and turn what comes of it into arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from minitorch import Tensor

from . import functions, given

if TYPE_CHECKING:
    from .execute import Execution

Arrays = Mapping[str, np.ndarray | None]
MOST = 1000  # tensors or numbers in a list that is returned


class ReturnedError(TypeError):
    """A function returned something else than it should; the message says both."""


def call(run: Execution) -> Arrays:
    """Call a function with arguments of its own.

    Options: ``function``, its name; ``args``, what it is given by the names of its parameters;
    ``kwargs``; ``returns``, a key of RETURNS; ``views``, keys of VIEWS: what to look at afterwards.
    """
    options = run.program.options
    args = {name: given.build(value) for name, value in options["args"].items()}
    kwargs = {name: given.build(value) for name, value in options.get("kwargs", {}).items()}
    result = functions.named(options["function"])(*args.values(), **kwargs)
    answers = dict(RETURNS[options["returns"]](f"{options['function']}", result))
    for view in options.get("views", ()):
        answers.update(VIEWS[view](run, args, result))
    return answers


def rule(run: Execution) -> Arrays:
    """Call a rule in Tensor ops with the operands of one step, and differentiate what it returns.

    The leaves are the operands, then the upstream gradient. Options: ``function``, and ``weights``,
    an upstream gradient for each gradient that the rule returns. ``result0`` ... are those;
    ``grad0`` ... is how they change with each leaf.
    """
    step, options = run.program.steps[0], run.program.options
    leaves = run.leaves()
    operands, upstream = leaves[:-1], leaves[-1]
    out = run.step(step, operands, len(leaves))
    name = options["function"]
    returned = functions.named(name)(out, upstream, *operands, *step.args, **step.kwargs)
    grads = returned if isinstance(returned, tuple) else (returned,)
    if len(grads) != len(operands) or not all(isinstance(g, Tensor) for g in grads):
        wanted = "a Tensor" if len(operands) == 1 else f"a tuple of {len(operands)} Tensors"
        raise ReturnedError(f"{name} returned {described(returned)}, expected {wanted}")
    answers: dict[str, np.ndarray | None] = {
        f"result{i}": np.array(g.data) for i, g in enumerate(grads)
    }
    run.phase = "backward"
    for g, weight in zip(grads, options["weights"], strict=True):
        if g.requires_grad and g.shape == weight.shape:
            g.backward(weight.copy())
    return answers | {f"grad{i}": _copied(leaf.grad) for i, leaf in enumerate(leaves)}


def described(value: Any) -> str:
    """What a value is, in few words."""
    if value is None:
        return "None"
    if isinstance(value, Tensor):
        return f"a Tensor of shape {value.shape}"
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    if isinstance(value, (tuple, list)):
        kind = type(value).__name__
        inside = f" that begins with {described(value[0])}" if value else ""
        return f"a {kind} of {len(value)}{inside}"
    article = "an" if type(value).__name__[:1] in "aeiou" else "a"
    return f"{article} {type(value).__name__}"


def _copied(array: Any) -> np.ndarray | None:
    return None if array is None else np.array(array)


def as_array(name: str, value: Any, wanted: str = "an array") -> np.ndarray:
    """A returned array or number; ReturnedError if it is neither."""
    numbers = (np.ndarray, np.generic, int, float, list, tuple)
    tensors = isinstance(value, (list, tuple)) and any(isinstance(x, Tensor) for x in value)
    if isinstance(value, numbers) and not tensors:
        try:
            array = np.array(value)
        except ValueError:  # a list of lists of different lengths
            array = np.array(None)
        if array.dtype.kind in "biuf":
            return array
    raise ReturnedError(f"{name} returned {described(value)}, expected {wanted}")


def _array(name: str, value: Any) -> Arrays:
    if isinstance(value, (list, tuple)):  # what comes next in the notebook may index with an array
        raise ReturnedError(f"{name} returned {described(value)}, expected an array")
    return {"result": as_array(name, value)}


def _number(name: str, value: Any) -> Arrays:
    array = as_array(name, value, "a number")
    if array.size != 1:
        raise ReturnedError(f"{name} returned {described(value)}, expected a number")
    return {"result": array.astype(np.float64).reshape(())}


def _tensor(name: str, value: Any) -> Arrays:
    if not isinstance(value, Tensor):
        raise ReturnedError(f"{name} returned {described(value)}, expected a Tensor")
    return {"result": np.array(value.data)}


def _tensors(name: str, value: Any) -> Arrays:
    listed = isinstance(value, (list, tuple)) and len(value) <= MOST
    if not listed or not all(isinstance(x, Tensor) for x in value):
        raise ReturnedError(f"{name} returned {described(value)}, expected a list of Tensors")
    return {f"result[{i}]": np.array(x.data) for i, x in enumerate(value)}


def _trained(name: str, value: Any) -> Arrays:
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise ReturnedError(
            f"{name} returned {described(value)}, expected the params and the losses"
        )
    params = _tensors(f"{name}, as its params,", value[0])
    losses = as_array(f"{name}, as its losses,", value[1], "a list of numbers")
    renamed = {key.replace("result", "params"): array for key, array in params.items()}
    return {**renamed, "losses": losses.astype(np.float64)}


RETURNS: dict[str, Callable[[str, Any], Arrays]] = {
    "array": _array,
    "number": _number,
    "Tensor": _tensor,
    "Tensors": _tensors,
    "trained": _trained,
    "nothing": lambda name, value: {},
}


def _after(run: Execution, args: Mapping[str, Any], result: Any) -> Arrays:
    """The arguments' arrays after the call, by the names of the parameters."""
    found: dict[str, np.ndarray | None] = {}
    for name, value in _parts(args):
        if isinstance(value, Tensor):
            found[f"{name}.data"] = np.array(value.data)
            found[f"{name}.grad"] = _copied(value.grad)
        elif isinstance(value, np.ndarray):
            found[name] = value
    return found


def _backward(run: Execution, args: Mapping[str, Any], result: Any) -> Arrays:
    """The grads of the arguments after a backward pass through the result."""
    run.phase = "backward"
    if result.requires_grad:
        result.backward(run.upstream())
    tensors = [(name, value) for name, value in _parts(args) if isinstance(value, Tensor)]
    return {f"{name}.grad": _copied(value.grad) for name, value in tensors}


def _leaves(run: Execution, args: Mapping[str, Any], result: Any) -> Arrays:
    """Of each tensor returned: does it require grad, has it parents, was it an argument."""
    old = [id(value) for _, value in _parts(args)]
    return {
        "requires_grad": np.array([x.requires_grad for x in result], dtype=bool),
        "parents": np.array([len(x._prev) for x in result], dtype=int),
        "the same": np.array([id(x) in old for x in result], dtype=bool),
    }


def _parts(args: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every argument, and every member of a list, with its name."""
    for name, value in args.items():
        if isinstance(value, (list, tuple)):
            yield from ((f"{name}[{i}]", part) for i, part in enumerate(value))
        else:
            yield name, value


VIEWS: dict[str, Callable[[Any, Mapping[str, Any], Any], Arrays]] = {
    "after": _after,
    "backward": _backward,
    "leaves": _leaves,
}
