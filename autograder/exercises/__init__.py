"""What is asked: one :class:`Exercise` a slot, in tables by family. Importing it costs NumPy."""

from .elementwise import UNARY
from .exercise import Case, Exercise
from .tools import TOOLS

EXERCISES: dict[str, Exercise] = {**TOOLS, **UNARY}

__all__ = ["EXERCISES", "Case", "Exercise"]
