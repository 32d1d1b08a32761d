"""A function's source with everything it uses, from the text alone: nothing is ever executed.

``@implement`` saves what :meth:`Cells.collect` returns; the judge rebuilds submissions with it.
"""

from .cell import parse
from .cells import Cells
from .closure import Closure
from .fingerprint import fingerprint, is_stub

__all__ = ["Cells", "Closure", "fingerprint", "is_stub", "parse"]
