"""``python -m minitorch export``: what was saved slot by slot, as one module to keep."""

from .module import exported

__all__ = ["exported"]
