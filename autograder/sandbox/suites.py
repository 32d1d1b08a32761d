"""Probes of a student's tests and strategies: what a test says of an engine, what a strategy draws.

The test sees one engine after another, right or wrong. Which is which is not known here.
"""

from __future__ import annotations

import json
import marshal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from minitorch import Tensor
from minitorch.slots import attached, attachments

from . import functions, given
from .calls import Arrays, ReturnedError, described

if TYPE_CHECKING:
    from .execute import Execution

SETTINGS = "_hypothesis_internal_use_settings"  # where Hypothesis keeps a test's settings
SAID = 2000  # characters of what a test said that are passed on
MOST_NODES = 10_000  # of a graph that is counted
Body = Callable[..., Any]


def suite(run: Execution) -> Arrays:
    """Call a test beside other bodies, and note whether it refuses them.

    Options: ``function``, ``args`` and ``kwargs`` as for a call; ``bodies``, marshalled code by
    slot (without it the engine is the one that is there); ``watched``, the slots whose last call
    is noted; ``seeds``, one for each time that the test is called, until it refuses. Answers:
    ``refused`` (0/1), ``said`` (UTF-8), ``returned`` (0/1): whether it returned anything, which
    says nothing to whoever calls a test; ``operands``: how many numbers the last call before the
    refusal was given; ``nodes``: how many ops the last graph had.
    """
    options = run.program.options
    codes = options.get("bodies") or {}
    bodies = {slot: loaded(slot, code) for slot, code in codes.items()}
    test, last = functions.named(options["function"]), _LastCall()
    said, returned = None, False
    with attachments(bodies), last.noted(options.get("watched", ())):
        for seed in options["seeds"]:
            if said is None:
                args = [given.build(value) for value in options["args"].values()]
                said, something = _called(test, args, seed)
                returned = returned or something
    return {
        "refused": np.array(int(said is not None)),
        "said": as_bytes(said or ""),
        "returned": np.array(int(returned)),
        "operands": np.array(last.operands),
        "nodes": np.array(last.nodes()),
    }


def _called(test: Any, args: list[Any], seed: int) -> tuple[str | None, bool]:
    """What a test says that refuses, None if it accepts; and whether it returns anything.

    NotImplementedError is no refusal.
    """
    with _repeatable(test, seed):
        try:
            return None, test(*args) is not None
        except NotImplementedError:
            raise
        except Exception as error:
            return _words(error), False


@contextmanager
def _repeatable(test: Any, seed: int) -> Iterator[None]:
    """Hypothesis draws the same for the same seed, and does not explain what it found.

    To explain takes it twenty times as long as to find and to shrink; the number of examples and
    all else is as the test's own settings say.
    """
    if "hypothesis" not in sys.modules:
        yield
        return
    from hypothesis import Phase, core, settings

    before = core.global_force_seed, getattr(test, SETTINGS, None)
    core.global_force_seed = seed
    if before[1] is not None:
        phases = [phase for phase in before[1].phases if phase is not Phase.explain]
        setattr(test, SETTINGS, settings(before[1], phases=phases, report_multiple_bugs=False))
    try:
        yield
    finally:
        core.global_force_seed = before[0]
        if before[1] is not None:
            setattr(test, SETTINGS, before[1])


def loaded(slot: str, code: bytes) -> Body:
    """The body in a marshalled module."""
    namespace: dict[str, Any] = {"__name__": "engine"}
    exec(marshal.loads(code), namespace)
    body: Body = namespace[slot]
    return body


class _LastCall:
    """How large the operands of the last call of any watched slot were, and its result."""

    def __init__(self) -> None:
        self.operands = 0
        self.result: Any = None

    @contextmanager
    def noted(self, slots: tuple[str, ...]) -> Iterator[None]:
        there = {slot: body for slot in slots if (body := attached(slot)) is not None}
        with attachments({slot: self._noting(body) for slot, body in there.items()}):
            yield

    def _noting(self, body: Body) -> Body:
        def noting(*args: Any, **kwargs: Any) -> Any:
            self.operands = sum(x.size for x in args if isinstance(x, Tensor))
            self.result = body(*args, **kwargs)
            return self.result

        return noting

    def nodes(self) -> int:
        """How many ops the result was computed by, itself included."""
        waiting, seen = [self.result], set()
        while waiting and len(seen) < MOST_NODES:
            node = waiting.pop()
            if isinstance(node, Tensor) and node not in seen and node._prev:
                seen.add(node)
                waiting.extend(node._prev)
        return len(seen)


def _words(error: Exception) -> str:
    """An exception and the notes on it, where Hypothesis writes the example that failed."""
    try:
        notes = [str(note) for note in getattr(error, "__notes__", ())]
        said = "\n".join([f"{type(error).__name__}: {error}", *notes])
    except Exception:  # its own __str__ raised
        said = type(error).__name__
    return said[:SAID]


def as_bytes(text: str) -> np.ndarray:
    """A text as an array, which travels."""
    return np.frombuffer(text.encode("utf-8", "replace"), np.uint8).copy()


def draws(run: Execution) -> Arrays:
    """What a strategy draws.

    Options: ``function``, which returns the strategy when it is called without arguments;
    ``seeds``, and ``examples``, how many are drawn for each seed: Hypothesis begins with small
    ones and then keeps near what it has, so many short rounds show more.

    Answers: ``drawn``, JSON (UTF-8) of a list in which a tuple is ``["tuple", ...]``, a list
    ``["list", ...]``, an array ``["array", number]``, an integer itself, and anything else
    ``["other", what it is]``; ``array0`` ..., the arrays.
    """
    from hypothesis.strategies import SearchStrategy

    options = run.program.options
    name, count = options["function"], options["examples"]
    strategy = functions.named(name)()
    if not isinstance(strategy, SearchStrategy):
        raise ReturnedError(f"{name}() is {described(strategy)}, expected a strategy")
    arrays: list[np.ndarray] = []
    collected = [_collect(strategy, seed, count)[:count] for seed in options["seeds"]]
    tree = [_tree(value, arrays) for round_ in collected for value in round_]
    named = {f"array{i}": array for i, array in enumerate(arrays)}
    return {"drawn": as_bytes(json.dumps(tree)), **named}


def _collect(strategy: Any, seed: int, count: int) -> list[Any]:
    """One round of draws."""
    import hypothesis

    collected: list[Any] = []

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(strategy)
    def collect(value: Any) -> None:
        collected.append(value)

    collect()
    return collected


def _tree(value: Any, arrays: list[np.ndarray]) -> Any:
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        return int(value)
    if isinstance(value, (tuple, list)):
        kind = "tuple" if isinstance(value, tuple) else "list"
        return [kind, *(_tree(part, arrays) for part in value)]
    if isinstance(value, np.ndarray) and value.dtype.kind in "biuf":
        arrays.append(value.copy())
        return ["array", len(arrays) - 1]
    return ["other", described(value)]


PROBES: Mapping[str, Callable[[Any], Arrays]] = {"suite": suite, "draws": draws}
