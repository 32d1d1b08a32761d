"""Hypothesis strategies of programs of random ops: small graphs over many slots at once."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import assume
from hypothesis import strategies as st

from autograder.oracles.pytorch import PyTorch

from .drawn import Draw, shapes
from .exercise import Case
from .growing import Growing
from .growing_ops import APPEND

SHORTEST, LONGEST = 3, 7  # ops of one program; fewer where one does not fit
TOOLS = ("backward", "gradcheck", "unbroadcast")  # no ops: they make no tensor


@st.composite
def programs(draw: Draw, pytorch: PyTorch, slots: Sequence[str], taught: Sequence[str]) -> Case:
    """A program over ``slots`` with at least one of ``taught``, and an output that needs a grad."""
    ops = [slot for slot in slots if slot not in TOOLS]
    own = [slot for slot in taught if slot not in TOOLS] or ops
    growing = Growing(draw, pytorch)
    growing.leaf(draw(shapes(high=3, shortest=1, limit=12)))
    length = draw(st.integers(SHORTEST, LONGEST))
    turn = draw(st.integers(0, length - 1))
    for number in range(length):
        APPEND[draw(st.sampled_from(own if number == turn else ops))](growing)
    growing.prune()
    assume(any(step.op in own for _, step in growing.steps))
    assume(growing.needs_grad[-1])
    return growing.case()
