"""What is asked: one :class:`Exercise` a slot, in tables by family. Importing it costs NumPy."""

from minitorch.slots import SLOTS

from .arithmetic import BINARY
from .elementwise import UNARY
from .exercise import Case, Exercise, table
from .gradchecks import GRADCHECK
from .high_stakes import HIGH_STAKES
from .joining import JOINING
from .shaping import SHAPING
from .tools import TOOLS

_ALL = {**TOOLS, **table([GRADCHECK]), **UNARY, **BINARY, **SHAPING, **JOINING, **HIGH_STAKES}
EXERCISES: dict[str, Exercise] = {slot: _ALL[slot] for slot in SLOTS}

__all__ = ["EXERCISES", "Case", "Exercise"]
