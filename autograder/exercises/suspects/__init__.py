"""Engines that a student's tests are handed: right ones, and ones with one quiet mistake each.

A suspect is a body that hangs in one slot; every other slot has the reference's. What a test that
accepts a wrong one can't see is said here, in words. In the sandbox a body is code without source,
under its slot's name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files

from autograder.sandbox.load import compiled
from minitorch.source import Cells

OWN = ""  # the body of a suspect that is the engine as it is: the reference, a student's own


@dataclass(frozen=True)
class Suspect:
    """One engine.

    slot    where its body hangs
    module  which module of this package has it, and ``body``, its name there; OWN for none
    right   whether a test must accept it
    does    what it does, to be read after "an engine whose mul ..."
    unseen  of a wrong one: what a test that accepts it can't see
    """

    slot: str
    module: str = ""
    body: str = OWN
    right: bool = False
    does: str = "is the reference's"
    unseen: str = ""

    @property
    def id(self) -> str:
        return f"{self.module}.{self.body}" if self.body else "own"


def codes(suspect: Suspect) -> dict[str, bytes]:
    """Its body as marshalled code by slot; none for the engine as it is."""
    if suspect.body == OWN:
        return {}
    return {suspect.slot: _code(suspect.module, suspect.body, suspect.slot)}


@cache
def _code(module: str, body: str, slot: str) -> bytes:
    text = files(__package__).joinpath(f"{module}.py").read_text(encoding="utf-8")
    tree = ast.parse(Cells([text]).collect(body))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == body:
            node.name = slot
    return compiled(ast.unparse(tree))


ONES = "where the upstream gradient is all ones, as in a loss that ends in .sum(), it is right"
LOOSE = "a tolerance as wide as {} lets it through; FP64 is right to about 1e-15"
ALONE = "where each result is used once it is right: no results meet again"


def _right(slot: str, body: str, does: str, module: str = "") -> Suspect:
    return Suspect(slot, module or slot, body, True, does)


def _wrong(slot: str, body: str, does: str, unseen: str, module: str = "") -> Suspect:
    return Suspect(slot, module or slot, body, False, does, unseen)


def _mul() -> Iterator[Suspect]:
    right, wrong = partial(_right, "mul"), partial(_wrong, "mul")
    yield Suspect("mul", right=True)
    yield right("right_in_place", "adds in place, with +=")
    yield right("right_by_einsum", "reduces with einsum")
    yield wrong(
        "first_twice",
        "gives its first operand twice its gradient",
        "the first operand's gradient is not compared",
    )
    yield wrong(
        "second_negative",
        "has a wrong sign in its second gradient",
        "the second operand's gradient is not compared",
    )
    yield wrong("upstream_ignored", "ignores the upstream gradient", ONES)
    yield wrong(
        "swapped",
        "takes each operand for the other",
        "where both operands hold the same numbers (one seed for both, or ones) it is right",
    )
    yield wrong(
        "added_axes_left",
        "does not sum over axes that broadcasting added",
        "where both operands have equally many axes, as in one fixed shape, it is right",
    )
    yield wrong(
        "stretched_axes_left",
        "does not sum over axes that broadcasting stretched",
        "where no side of 1 meets a longer one, as in one fixed shape, it is right",
    )
    yield wrong(
        "one_added_axis",
        "sums over the first added axis alone",
        "where never two axes are added it is right",
    )
    yield wrong(
        "averaged",
        "averages over the copies that broadcasting made",
        "where nothing is broadcast, as with one fixed shape, it is right",
    )
    yield wrong("slightly_off", "is off by one in ten thousand", LOOSE.format("1e-3"))
    yield wrong("single", "computes its gradients in float32", LOOSE.format("1e-6"))
    yield wrong("output_off", "gives a wrong output, one too large", "outputs are not compared")
    yield wrong(
        "refuses_nothing", "fails where there are no elements", "no side of 0 is ever tried"
    )


def _sum() -> Iterator[Suspect]:
    right, wrong = partial(_right, "sum"), partial(_wrong, "sum")
    yield Suspect("sum", right=True)
    yield right("right_in_place", "adds in place, with +=")
    yield right("right_axis_by_axis", "goes from axis to axis")
    yield wrong(
        "averaged",
        "divides its gradient by how many numbers were summed, as mean does",
        "gradients are not compared",
    )
    yield wrong("upstream_ignored", "ignores the upstream gradient", ONES)
    yield wrong(
        "axis_not_put_back",
        "does not put the summed axis back before it broadcasts",
        "for axis 0, for None and for keepdims=True it is right: no other axis is tried",
    )
    yield wrong(
        "from_the_wrong_end",
        "counts negative axes from the wrong end",
        "no negative axis is ever tried on two axes or more",
    )
    yield wrong(
        "in_the_order_given",
        "puts a tuple of axes back in the order given",
        "no tuple of axes is ever tried out of order",
    )
    yield wrong(
        "first_of_the_tuple",
        "sums over the first axis of a tuple alone",
        "no tuple of two axes or more is ever tried",
    )
    yield wrong("never_keeps", "ignores keepdims", "keepdims=True is never tried")
    yield wrong("slightly_off", "is off by one in ten thousand", LOOSE.format("1e-3"))
    yield wrong("single", "computes its gradient in float32", LOOSE.format("1e-6"))
    yield wrong("output_off", "gives a wrong output, one too large", "outputs are not compared")
    yield wrong(
        "refuses_nothing", "fails where there are no elements", "no side of 0 is ever tried"
    )


def _programs() -> Iterator[Suspect]:
    right, wrong = partial(_right, module="company"), partial(_wrong, module="company")
    yield Suspect("mul", right=True)
    yield right("sub", "right_sub", "is made of add and neg")
    yield right("tanh", "right_tanh", "adds in place and divides by cosh squared")
    yield right("backward", "right_backward", "keeps a stack of its own")
    for slot in ("add", "mul", "tanh", "neg"):
        yield wrong(slot, f"{slot}_overwrites", "overwrites a gradient: = for +=", ALONE)
    yield wrong(
        "sub",
        "sub_overwrites_one",
        "overwrites the gradient of its second operand: = for +=",
        ALONE,
    )
    yield wrong(
        "mul",
        "mul_with_itself",
        "gives one contribution to a tensor that it multiplies with itself",
        "no op is ever given the same value twice",
    )
    yield wrong(
        "tanh",
        "tanh_latest",
        "remembers its latest output in the place of each call's own",
        "no program has two of the same op, of which the earlier one counts",
    )
    yield wrong(
        "tanh",
        "tanh_in_place",
        "writes its output into its operand",
        "no value is used again after another op had it",
    )
    yield wrong(
        "add",
        "add_shares",
        "lets both operands share one gradient array",
        "no program has two additions one after the other that meet the same value",
    )
    yield wrong("backward", "backward_twice", "visits a node once for each way to it", ALONE)
    yield wrong(
        "backward",
        "backward_too_early",
        "visits a node before all its consumers",
        "there is never a short way and a long way from a value to the result",
    )


def _exp() -> Iterator[Suspect]:
    right, wrong = partial(_right, "exp"), partial(_wrong, "exp")
    yield Suspect("exp", right=True)
    yield right("right_as_power", "is a power of e")
    yield wrong("negative", "has a wrong sign in its gradient", "gradients are not compared")
    yield wrong("upstream_ignored", "ignores the upstream gradient", ONES)
    yield wrong("one_in_a_million", "is off by one in a million", LOOSE.format("1e-5"))
    yield wrong("output_off", "gives a wrong output, one too small", "outputs are not compared")
    yield wrong("output_nearly", "has an output off by one in a million", LOOSE.format("1e-5"))
    yield wrong(
        "another_axis",
        "gives its operand a gradient of another shape that holds the right numbers",
        "shapes are not compared, and numbers of shapes that broadcast look alike",
    )


MUL, SUM, PROGRAMS, EXP = tuple(_mul()), tuple(_sum()), tuple(_programs()), tuple(_exp())
# Three more for cross_check alone.
EXP_NUMBER = _wrong(
    "exp",
    "number_for_one",
    "gives an operand of one element a gradient of shape ()",
    "shapes are not compared: to assert_allclose and its like a number equals any array full of it",
)
SUM_KEEPS = _wrong(
    "sum",
    "keeps_always",
    "keeps an axis that should be gone, and is right in every number",
    "shapes are not compared, and numbers of shapes that broadcast look alike",
)
SUM_DETACHED = _wrong(
    "sum", "detached", "gives a result without a history", "nothing runs backward"
)
SUSPECTS = {s.id: s for s in (*MUL, *SUM, *PROGRAMS, *EXP, EXP_NUMBER, SUM_KEEPS, SUM_DETACHED)}
