"""The graders graded: a bank of wrong bodies to be caught, and of right ones that must pass."""

from .matrix import selftest

__all__ = ["selftest"]
