"""What is asked: one :class:`Exercise` a slot, in tables by family. Importing it costs NumPy.

exercise      an exercise, and the case that is one question of it
values        where operands' values lie
tools gradchecks elementwise arithmetic shaping indexing joining high_stakes   the tables
graphs        programs of the graph oracle, the same for every op
draws         Hypothesis strategies of cases; made of drawn, drawn_graphs and indices
mixed         programs of random ops; made of growing and growing_ops
examples      draws a slot's or a whole engine's examples, with PyTorch's answers
live          what check asks in a notebook, and its search for the smallest failing case
functions     what is asked of functions that are no slots
forms         how an answer to a question may be written
quiz          questions and the hashes of their answers
"""

from minitorch.slots import SLOTS

from .arithmetic import BINARY
from .elementwise import UNARY
from .exercise import Case, Exercise, table
from .gradchecks import GRADCHECK
from .high_stakes import HIGH_STAKES
from .indexing import GETITEM
from .joining import JOINING
from .shaping import SHAPING
from .tools import TOOLS

_FAMILIES = (TOOLS, UNARY, BINARY, SHAPING, JOINING, HIGH_STAKES, table([GRADCHECK, GETITEM]))
EXERCISES: dict[str, Exercise] = {
    slot: exercise for slot in SLOTS for family in _FAMILIES if (exercise := family.get(slot))
}

__all__ = ["EXERCISES", "Case", "Exercise"]
