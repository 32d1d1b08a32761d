"""What minitorch raises.

MinitorchError
├── NotFilledError      a slot that nobody has written yet (also a NotImplementedError)
├── SlotError           a name that is no slot, or a body whose signature does not fit
├── SourceError         a text that cannot be read as Python
└── UnsavableError      a body that uses something which cannot be saved with it
"""


class MinitorchError(Exception):
    """The root of minitorch's own errors; a notebook shows its message without a traceback."""

    def _render_traceback_(self) -> list[str]:
        return [f"{type(self).__name__}: {self}"]


class NotFilledError(MinitorchError, NotImplementedError):
    """A slot was called that has no body yet."""


class SlotError(MinitorchError, ValueError):
    """A body was offered for something that is no slot, or with the wrong signature."""


class UnsavableError(MinitorchError, ValueError):
    """A body uses a name that cannot be saved with it."""


class SourceError(MinitorchError, ValueError):
    """A text is too large, nested too deeply, or no Python."""
