"""Run a program on the engine of this process: one function a probe.

The bodies that run are whatever hangs in minitorch's slots at the time; see
:func:`minitorch.slots.attachments`.
"""

from __future__ import annotations

import gc
import traceback
import weakref
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from minitorch import Tensor, no_grad
from minitorch.slots import SLOTS, attached, dispatchers

from . import calls, functions, hand, suites
from .program import Program, Raised, Result, Step, moves

MESSAGE_LENGTH = 300  # characters of an exception's text that are passed on
RETURNED = "expected a Tensor"  # how the message ends where a body returned something else
IN_YOURS = "  # in your {}"  # behind the line of a body that is not judged
WRITTEN = 7.25  # what the alias probe writes; no example holds it


def execute(program: Program) -> Result:
    """Run one program; an exception that a body raises is part of the result."""
    run = Execution(program)
    try:
        with np.errstate(all="ignore"):
            return Result(_PROBES[program.probe](run))
    except Exception as error:
        return Result(run.known, describe(error, run.phase, _judged(program)))


def describe(error: BaseException, phase: str, judged: Collection[str] = ()) -> Raised:
    """An exception as plain text; a body's own ``__str__`` may raise too.

    judged  the files of what the program is about: the line is one of theirs, if there is any;
            of another one's line is said whose it is
    """
    try:
        message = str(error)[:MESSAGE_LENGTH]
    except Exception:
        message = ""
    frames = traceback.extract_tb(error.__traceback__)
    files = own_files()
    inner = [frame for frame in reversed(frames) if frame.filename in files]
    own = [frame for frame in inner if frame.filename in judged]
    line = next((frame.line for frame in own or inner), "") or ""
    if line and judged and not own:
        line += IN_YOURS.format(_bodies(SLOTS).get(inner[0].filename, "code"))
    return Raised(type(error).__name__, message, phase, line[:MESSAGE_LENGTH])


def _judged(program: Program) -> Collection[str]:
    """The files of the function that the program calls, or else of its ops' bodies."""
    if function := program.options.get("function"):
        return functions.files([function])
    return _bodies(step.op for step in program.steps if step.op in SLOTS)


def own_files() -> set[str]:
    """The file names of the bodies that hang in the slots now, and of the functions."""
    return _bodies(SLOTS).keys() | functions.files()


def _bodies(slots: Iterable[str]) -> dict[str, str]:
    """What hangs in these slots: the slot by its body's file name."""
    bodies = {slot: attached(slot) for slot in slots}
    return {b.__code__.co_filename: slot for slot, b in bodies.items() if hasattr(b, "__code__")}


_GIVEN: dict[str, Callable[[np.ndarray], Any]] = {
    "array": lambda array: array,
    "list": np.ndarray.tolist,
    "tensor": Tensor,
}


class Execution:
    """One pass over a program: its values, and the phase that it is in."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.phase = "forward"
        self.visits: dict[int, int] = {}
        self.known: Mapping[str, np.ndarray | None] = {}  # what came before backward raised
        self.given: list[tuple[np.ndarray, np.ndarray]] = []  # arguments and the copies handed over

    def leaves(self) -> list[Tensor]:
        """New tensors of the program's leaves."""
        pairs = zip(self.program.leaves, self.program.flags(), strict=True)
        return [Tensor(leaf, requires_grad=flag) for leaf, flag in pairs]

    def forward(self, leaves: list[Tensor] | None = None) -> list[Tensor]:
        """Every value, the leaves (new ones, or those given) first."""
        self.phase = "forward"
        values = self.leaves() if leaves is None else list(leaves)
        for step in self.program.steps:
            out = self.step(step, [values[number] for number in step.operands], len(values))
            if not isinstance(out, Tensor):
                raise TypeError(f"{step.op} returned {_kind(out)}, {RETURNED}")
            values.append(out)
        return values

    def step(self, step: Step, operands: list[Tensor], number: int) -> Any:
        """Apply one op."""
        args = self.fresh(step.args)
        if step.op.startswith("hand."):
            return hand.node(step, operands, lambda: self._visited(number))
        if step.op == "unbroadcast":  # it speaks of arrays, and may return the one it was given
            array = dispatchers["unbroadcast"](operands[0].data, *args, **step.kwargs)
            if isinstance(array, Tensor):
                raise TypeError("unbroadcast returned Tensor, expected an array")
            return Tensor(array)
        if step.op in ("cat", "stack"):
            return dispatchers[step.op](operands, *args, **step.kwargs)
        if SLOTS[step.op].kind == "function":
            return dispatchers[step.op](*operands, *args, **step.kwargs)
        return getattr(operands[0], step.op)(*operands[1:], *args, **step.kwargs)

    def fresh(self, value: Any) -> Any:
        """A copy of every array in an argument, so that no body can change the program."""
        if isinstance(value, np.ndarray):
            self.given.append((value, value.copy()))
            return self.given[-1][1]
        if isinstance(value, (tuple, list)):
            return type(value)(self.fresh(part) for part in value)
        return value

    def _visited(self, number: int) -> None:
        self.visits[number] = self.visits.get(number, 0) + 1

    def upstream(self) -> np.ndarray | None:
        """A fresh copy of the upstream gradient."""
        given = self.program.upstream
        return None if given is None else given.copy()

    def backward(self, out: Tensor, upstream: np.ndarray | None) -> None:
        """Call the backward slot; ``options["gradient"]`` names the type of what it is given."""
        self.phase = "backward"
        if upstream is None:
            out.backward()
        else:
            out.backward(_GIVEN[self.program.options.get("gradient", "array")](upstream))


def _kind(returned: Any) -> str:
    """The name of what was returned: its type's, but of None its own."""
    return "None" if returned is None else type(returned).__name__


def _grads(tensors: list[Tensor], prefix: str = "grad") -> dict[str, np.ndarray | None]:
    return {f"{prefix}{i}": _copied(t.grad) for i, t in enumerate(tensors)}


def _copied(array: Any) -> np.ndarray | None:
    return None if array is None else np.array(array)


def _leaves(run: Execution, values: list[Tensor]) -> list[Tensor]:
    return values[: len(run.program.leaves)]


def _run(run: Execution) -> Mapping[str, np.ndarray | None]:
    values = run.forward()
    answers: dict[str, np.ndarray | None] = {"out": _copied(values[-1].data)}
    upstream = run.upstream()
    if upstream is None:
        return answers
    run.known = answers
    run.backward(values[-1], upstream)
    return answers | _grads(_leaves(run, values))


def _bare(run: Execution) -> Mapping[str, np.ndarray | None]:
    values = run.forward()
    answers: dict[str, np.ndarray | None] = {"out": _copied(values[-1].data)}
    run.backward(values[-1], None)
    return answers | _grads(_leaves(run, values))


def _twice(run: Execution) -> Mapping[str, np.ndarray | None]:
    values = run.forward()
    run.backward(values[-1], run.upstream())
    run.backward(values[-1], run.upstream())
    return _grads(_leaves(run, values))


def _again(run: Execution) -> Mapping[str, np.ndarray | None]:
    _run(run)
    return _run(run)


def _stale(run: Execution) -> Mapping[str, np.ndarray | None]:
    values = run.forward()
    for leaf in _leaves(run, values):
        if leaf.requires_grad:
            leaf.grad = np.ones_like(leaf.data)
    run.backward(values[-1], run.upstream())
    return _grads(_leaves(run, values))


def _no_grad(run: Execution) -> Mapping[str, np.ndarray | None]:
    with no_grad():
        out = run.forward()[-1]
    return {
        "out": _copied(out.data),
        "requires_grad": np.array(int(out.requires_grad)),
        "parents": np.array(len(out._prev)),
    }


def _nodes(run: Execution) -> Mapping[str, np.ndarray | None]:
    values = run.forward()
    run.backward(values[-1], run.upstream())
    visits = np.array([run.visits.get(number, 0) for number in range(len(values))])
    return _grads(values) | {"visits": visits}


def _mutation(run: Execution) -> Mapping[str, np.ndarray | None]:
    values = run.forward()
    upstream = run.upstream()
    if upstream is not None:
        run.backward(values[-1], upstream)
    given = {f"leaf{i}": _copied(leaf.data) for i, leaf in enumerate(_leaves(run, values))}
    kept = all(np.array_equal(argument, copy) for argument, copy in run.given)
    answers = {"upstream": upstream, "out": values[-1].data, "out.grad": values[-1].grad}
    return {**given, "arguments": np.array(kept), **{k: _copied(v) for k, v in answers.items()}}


def _alias(run: Execution) -> Mapping[str, np.ndarray | None]:
    """Write into each array in turn; ``grad0/grad1`` is grad1 after grad0 was written into."""
    values = run.forward()
    upstream = run.upstream()
    run.backward(values[-1], upstream)
    arrays: dict[str, Any] = {"out": values[-1].data, "upstream": upstream}
    arrays["out.grad"] = values[-1].grad
    for i, leaf in enumerate(_leaves(run, values)):
        arrays[f"leaf{i}"], arrays[f"grad{i}"] = leaf.data, leaf.grad
    arrays = {name: array for name, array in arrays.items() if isinstance(array, np.ndarray)}
    answers: dict[str, np.ndarray | None] = {}
    for written, target in arrays.items():
        kept = target.copy()
        answers[f"{written}/writable"] = np.array(int(target.flags.writeable))
        if not target.flags.writeable:
            continue
        target[...] = WRITTEN
        for name, array in arrays.items():
            if name != written:
                answers[f"{written}/{name}"] = array.copy()
        target[...] = kept
    return answers


def _death(run: Execution) -> Mapping[str, np.ndarray | None]:
    def alive() -> list[weakref.ref[Tensor]]:
        values = run.forward()
        run.backward(values[-1], run.upstream())
        return [weakref.ref(value) for value in values]

    def count() -> int:
        return sum(tensor() is not None for tensor in tensors)

    with _young():
        tensors = alive()
        gc.collect(0)
    if count():
        gc.collect()  # sure, but it takes 0.1 s where PyTorch is loaded
    return {"alive": np.array(count())}


@contextmanager
def _young() -> Iterator[None]:
    """No automatic garbage collection: all that is made stays in the youngest generation."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _differences(run: Execution) -> Mapping[str, np.ndarray | None]:
    """The output for every element of every leaf, moved by every multiple of the step.

    Options: ``eps`` and ``multiples``, see :func:`moves`. ``moved0[e, m]`` is the output when
    element e of leaf 0 is moved by multiple m.
    """
    eps, multiples = run.program.options["eps"], run.program.options["multiples"]
    answers: dict[str, np.ndarray | None] = {}
    for i, (leaf, flag) in enumerate(zip(run.program.leaves, run.program.flags(), strict=True)):
        if not flag:
            continue
        outs = []
        for element, points in enumerate(moves(leaf, eps, multiples)):
            for point in points:
                changed = leaf.copy()
                changed.flat[element] = point
                leaves = [
                    Tensor(changed if k == i else x) for k, x in enumerate(run.program.leaves)
                ]
                outs.append(_copied(run.forward(leaves)[-1].data))
        answers[f"moved{i}"] = np.stack(outs).reshape(leaf.size, len(multiples), *outs[0].shape)
    return answers


def _gradcheck(run: Execution) -> Mapping[str, np.ndarray | None]:
    """What the gradcheck slot says of the program, then data and grads as it left them.

    Options: ``call``, keyword arguments of the slot; ``stale``, the leaves hold grads of ones
    before; ``single``, the one leaf is passed as it is; ``listed``, the leaves come in a list.
    """
    options = run.program.options
    leaves = run.leaves()
    for leaf in leaves:
        if options.get("stale") and leaf.requires_grad:
            leaf.grad = np.ones_like(leaf.data)
    inputs = (
        leaves[0] if options.get("single") else leaves if options.get("listed") else tuple(leaves)
    )
    verdict = dispatchers["gradcheck"](
        lambda *tensors: run.forward(list(tensors))[-1], inputs, **options.get("call", {})
    )
    if not isinstance(verdict, (bool, np.bool_)):
        raise TypeError(f"gradcheck returned {_kind(verdict)}, expected True or False")
    data = {f"leaf{i}": _copied(leaf.data) for i, leaf in enumerate(leaves)}
    return {"verdict": np.array(bool(verdict)), **data, **_grads(leaves)}


_PROBES: dict[str, Callable[[Execution], Mapping[str, np.ndarray | None]]] = {
    "run": _run,
    "bare": _bare,
    "twice": _twice,
    "again": _again,
    "stale": _stale,
    "no_grad": _no_grad,
    "nodes": _nodes,
    "mutation": _mutation,
    "alias": _alias,
    "death": _death,
    "differences": _differences,
    "gradcheck": _gradcheck,
    "call": calls.call,
    "rule": calls.rule,
    **suites.PROBES,
}
