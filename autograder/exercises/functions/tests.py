"""Notebook 08's tests, judged by what they do: accept the right engines, refuse the wrong ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from autograder.sandbox.program import Program, Result
from autograder.verdict import Example, Finding, Verdict

from .. import suspects
from ..suspects import Suspect
from .function import Function, handed
from .strategies import BESIDE

NOTEBOOK = "08-two-oracles"
SECONDS = 120.0  # of CPU: some twenty engines, each with a hundred or two draws, then shrunk
UNCHANGED = "the engine that is there, as it is"
ANSWERS = "it returns something, which nobody reads: a test that refuses raises AssertionError"
OPS = ("add", "mul", "sub", "tanh", "neg")  # of the notebook's programs


def _engine(
    function: str, suspect: Suspect, watched: Sequence[str], runs: int = 1, **args: Any
) -> Example:
    """One engine that a test is handed; what must come of it is ``refused``, 0 or 1."""
    options = {
        "function": function,
        "suspect": suspect.id,
        "slot": suspect.slot,
        "watched": tuple(watched),
        "seeds": tuple(range(runs)),
        "args": args,
    }
    expected: dict[str, np.ndarray | None] = {"refused": np.array(int(not suspect.right))}
    return Example("", Program((), (), probe="suite", options=options), expected)


def _shuffled(engines: Callable[[], Iterable[Example]]) -> Callable[[int, int], list[Example]]:
    """The engines in an order that depends on the seed."""

    def examples(seed: int, count: int) -> list[Example]:
        listed = list(engines())
        order = np.random.default_rng(seed).permutation(len(listed))
        return [listed[i] for i in order]

    return examples


def armed(program: Program) -> Program:
    """The program with its engine's code in the place of the engine's name."""
    options = dict(program.options)
    suspect = suspects.SUSPECTS[options.pop("suspect")]
    options.pop("slot")
    return replace(program, options={**options, "bodies": suspects.codes(suspect)})


# cross_check


def _cross_checks() -> Iterable[Example]:
    rng = np.random.default_rng(8)

    def values(*shape: int) -> np.ndarray:
        return np.asarray(rng.standard_normal(shape))

    def case(suspect: Suspect, op: str, theirs: str, *arrays: np.ndarray) -> Example:
        given = {f"array{i}": array for i, array in enumerate(arrays)}
        args = {"op": handed(op), "torch_op": handed(theirs), **given}
        return _engine("cross_check", suspect, [suspect.slot], **args)

    own = suspects.EXP[0]
    for shape in ((3, 5), (), (0, 3), (1, 1)):
        yield case(own, "Tensor.exp", "torch.exp", values(*shape))
    yield case(own, "Tensor.mul", "torch.mul", values(3, 1), values(5))
    yield case(own, "Tensor.matmul", "torch.matmul", values(2, 3), values(3, 4))
    yield case(own, "Tensor.sum", "torch.sum", values(2, 3))
    abc = "lambda a, b, c: a * b + c"
    yield case(own, abc, abc, values(2, 3), values(3), values(2, 1))
    for suspect in suspects.EXP[1:]:
        yield case(suspect, "Tensor.exp", "torch.exp", values(3, 5))
    yield case(suspects.EXP_NUMBER, "Tensor.exp", "torch.exp", values(1, 1))
    chosen = {"right_in_place", "first_twice", "second_negative", "averaged", "stretched_axes_left"}
    for suspect in suspects.MUL:
        if suspect.body in chosen:
            yield case(suspect, "Tensor.mul", "torch.mul", values(3, 1), values(3, 5))
    for suspect in (suspects.SUM_KEEPS, suspects.SUM_DETACHED):
        by_rows = "lambda t: t.sum(axis=0)", "lambda t: torch.sum(t, dim=0)"
        yield case(suspect, *by_rows, values(2, 3))


CROSS_CHECK = Function(
    "cross_check",
    NOTEBOOK,
    asks=_shuffled(_cross_checks),
    beside=BESIDE,
    cpu=SECONDS,
)


# tests that are called without arguments


def _test(name: str, lineup: Sequence[Suspect], watched: Sequence[str], runs: int) -> Function:
    """A test and its engines.

    runs  of the test on each engine: what one misses of a hundred draws, the next one finds; as
          many on a right engine, or a test would only have to count
    """
    return Function(
        name,
        NOTEBOOK,
        asks=_shuffled(lambda: [_engine(name, suspect, watched, runs) for suspect in lineup]),
        uses=("cross_check", "operands", "shapes", "broadcastable_pairs"),
        beside=BESIDE,
        cpu=SECONDS,
    )


TEST_MUL = _test("test_mul", suspects.MUL, ["mul"], 2)
TEST_SUM = _test("test_sum", suspects.SUM, ["sum"], 3)
TEST_PROGRAMS = _test("test_programs", suspects.PROGRAMS, OPS, 3)


def verdict(name: str, pairs: Sequence[tuple[Example, Result]]) -> Verdict:
    """The verdict on a test: its share of the wrong engines, none if it refuses a right one."""
    found = [finding for pair in pairs if (finding := _finding(*pair)) is not None]
    wrong = [e for e, _ in pairs if not _suspect(e).right]
    refused = [f for f in found if f.kind != "missed"]
    missed = sorted((f for f in found if f.kind == "missed"), key=_place)
    caught = len(wrong) - len(missed)
    share = 0.0 if refused or not wrong else caught / len(wrong)
    answers = any(_number(result.values, "returned") for _, result in pairs)
    note = "" if refused else ANSWERS if answers and not caught else _smallest(pairs)
    return Verdict(
        name,
        ("raised" if refused[0].outcome == "raised" else "wrong") if refused else _outcome(missed),
        {},
        tuple(refused + missed),
        note=note,
        examples=len(pairs),
        share=share,
    )


def _outcome(missed: Sequence[Finding]) -> Any:
    return "wrong" if missed else "right"


def _suspect(example: Example) -> Suspect:
    return suspects.SUSPECTS[example.program.options["suspect"]]


def _finding(example: Example, result: Result) -> Finding | None:
    suspect = _suspect(example)
    name = f"an engine whose {suspect.slot} {suspect.does}" if suspect.body else UNCHANGED
    if result.error is not None:
        return Finding(example, result, "raised", "raised", note=name)
    said_no = _number(result.values, "refused") == 1
    if suspect.right and said_no:
        said = text_of(result.values.get("said"))
        return Finding(example, result, "wrong", "refused", "refused", note=f"{name}\n{said}")
    if not suspect.right and not said_no:
        note = f"{name}\n{suspect.unseen}"
        return Finding(example, result, "wrong", "missed", "refused", note=note)
    return None


def _place(finding: Finding) -> int:
    """The suspects' own order, so that what belongs together stands together."""
    return list(suspects.SUSPECTS).index(finding.example.program.options["suspect"])


def text_of(array: np.ndarray | None) -> str:
    """A text that travelled as bytes."""
    if array is None or array.dtype != np.uint8:
        return ""
    return array.tobytes().decode("utf-8", "replace")


def _smallest(pairs: Sequence[tuple[Example, Result]]) -> str:
    """How small the examples are that refusals end with."""
    sizes = [
        (_number(r.values, "operands"), _number(r.values, "nodes"))
        for e, r in pairs
        if not _suspect(e).right and _number(r.values, "refused") == 1
    ]
    if not sizes or pairs[0][0].program.options["args"]:
        return ""
    numbers, nodes = ([size[i] for size in sizes] for i in range(2))
    ops = f" and {max(nodes)} ops" if max(nodes) > 1 else ""
    return f"the smallest examples that it fails with have {max(numbers)} numbers{ops} at most"


def _number(values: Mapping[str, np.ndarray | None], key: str) -> int:
    """A count that a process reports; what is none is 0."""
    array = values.get(key)
    counted = array is not None and array.size == 1 and array.dtype.kind in "iu"
    return int(array.item()) if counted else 0  # type: ignore[union-attr]
