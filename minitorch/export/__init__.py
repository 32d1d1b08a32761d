"""``python -m minitorch export``: what was saved slot by slot, as one module to keep."""

from .module import MADE_BY, exported

__all__ = ["MADE_BY", "exported"]
