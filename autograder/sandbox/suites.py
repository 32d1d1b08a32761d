"""Probes of a student's tests and strategies: what a test says of an engine, what a strategy draws.

The test sees one engine after another, right or wrong. Which is which is not known here.
"""

from __future__ import annotations

import json
import marshal
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

SAID = 2000  # characters of what a test said that are passed on
MOST_NODES = 10_000  # of a graph that is counted
Body = Callable[..., Any]


def suite(run: Execution) -> Arrays:
    """Call a test beside other bodies, and note whether it refuses them.

    Options: ``function``, ``args`` and ``kwargs`` as for a call; ``bodies``, marshalled code by
    slot (without it the engine is the one that is there); ``watched``, the slots whose last call
    is noted. Answers: ``refused`` (0/1), ``said`` (UTF-8), ``operands``: how many numbers the last
    call before the refusal was given; ``nodes``: how many ops the last graph had.
    """
    options = run.program.options
    codes = options.get("bodies") or {}
    bodies = {slot: loaded(slot, code) for slot, code in codes.items()}
    args = [given.build(value) for value in options.get("args", {}).values()]
    test, last = functions.named(options["function"]), _LastCall()
    said: str | None = None
    with attachments(bodies), last.noted(options.get("watched", ())):
        try:
            test(*args)
        except NotImplementedError:
            raise
        except Exception as error:
            said = _words(error)
    return {
        "refused": np.array(int(said is not None)),
        "said": as_bytes(said or ""),
        "operands": np.array(last.operands),
        "nodes": np.array(last.nodes()),
    }


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
    ``examples``, how many; ``seed``. Answers: ``drawn``, JSON (UTF-8) of a list in which a tuple
    is ``["tuple", ...]``, a list ``["list", ...]``, an array ``["array", number]``, an integer
    itself, and anything else ``["other", what it is]``; ``array0`` ..., the arrays.
    """
    from hypothesis import HealthCheck, Phase, seed, settings
    from hypothesis import given as given_by
    from hypothesis.strategies import SearchStrategy

    options = run.program.options
    name = options["function"]
    strategy = functions.named(name)()
    if not isinstance(strategy, SearchStrategy):
        raise ReturnedError(f"{name}() is {described(strategy)}, expected a strategy")
    collected: list[Any] = []

    @seed(options["seed"])
    @settings(
        max_examples=options["examples"],
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given_by(strategy)
    def collect(value: Any) -> None:
        collected.append(value)

    collect()
    arrays: list[np.ndarray] = []
    tree = [_tree(value, arrays) for value in collected[: options["examples"]]]
    named = {f"array{i}": array for i, array in enumerate(arrays)}
    return {"drawn": as_bytes(json.dumps(tree)), **named}


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
