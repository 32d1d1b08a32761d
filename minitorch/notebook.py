"""What a kernel ran, so that a body can be saved with the helpers from other cells."""

from __future__ import annotations

import linecache
import sys
from typing import Any
from weakref import WeakKeyDictionary

from . import saving
from .errors import MinitorchError
from .keeping import keep
from .loading import refresh, say
from .slots import attached, restore
from .source import Cells, Closure
from .source.cell import read_cell
from .source.cells import LARGEST

_notebooks: WeakKeyDictionary[Any, Notebook] = WeakKeyDictionary()  # by IPython's shell


def notebook() -> Notebook | None:
    """The notebook of this process, listened to from the first call on; None outside IPython."""
    if "IPython" not in sys.modules:
        return None
    from IPython import get_ipython

    shell = get_ipython()
    if shell is None:
        return None
    if shell not in _notebooks:
        _notebooks[shell] = Notebook(shell)
    return _notebooks[shell]


class Notebook:
    """The cells that one kernel ran, and the bodies that they saved.

    Before each cell it takes up what other notebooks saved; after each cell it saves those of its
    own bodies again whose helpers changed.
    """

    def __init__(self, shell: Any) -> None:
        self.namespace: dict[str, Any] = shell.user_ns
        self._transform = shell.transform_cell
        self.saved: dict[str, Closure] = {}
        self._texts: dict[str, None] = {}  # an ordered set; what ran again moves to the end
        self._refused: dict[str, str] = {}  # the last text that was not saved again, or tried
        self._complaints: dict[str, str] = {}  # and why
        for text in _ran(shell):
            self._hear(text)
        shell.events.register("pre_run_cell", self._before)
        shell.events.register("post_run_cell", self._after)

    @property
    def texts(self) -> list[str]:
        """The texts of the cells that ran, the one that is running now last."""
        return list(self._texts)

    def cells(self) -> Cells:
        """The cells that ran, the one that is running now last."""
        return Cells(self.texts)

    def is_running(self, name: str) -> bool:
        """Whether the cell that runs now binds the name at its top level."""
        running = read_cell(next(reversed(self._texts), ""))
        return any(binding.name == name for binding in running.bindings)

    def _hear(self, text: str) -> None:
        """Remember a cell; one that is no Python, even to IPython, has run nothing."""
        if read_cell(text).broken:
            text = self._transform(text)
            if read_cell(text).broken:
                return
        self._texts.pop(text, None)
        self._texts[text] = None
        while sum(map(len, self._texts)) > LARGEST:  # a very long session: forget the oldest cells
            del self._texts[next(iter(self._texts))]

    def _before(self, info: Any) -> None:
        self._hear(info.raw_cell)
        restore()
        for name in refresh():
            self.saved.pop(name, None)
            if attached(name) is not None:
                say(
                    f"minitorch: {name} was rewritten by another notebook; "
                    "this one now runs that version"
                )
            elif saving.read(name) is None:
                say(f"minitorch: the saved body of {name} is gone")

    def _after(self, result: Any) -> None:
        if not read_cell(next(reversed(self._texts), "")).bindings:
            return
        cells = self.cells()
        for name in list(self.saved):
            try:
                self._save_again(name, cells.closure(name))
            except MinitorchError as error:
                self._complain(name, str(error))

    def _save_again(self, name: str, closure: Closure) -> None:
        """Save a body whose own text is what it was, if something that it uses is not."""
        before = self.saved[name]
        if closure.body != before.body or closure.text in (before.text, self._refused.get(name)):
            return
        self._refused[name] = closure.text
        keep(name, closure, self.namespace)
        self.saved[name] = closure
        say(f"minitorch: {name} was saved again, as something that it uses has changed")

    def _complain(self, name: str, reason: str) -> None:
        """Say once why a body could not be saved again."""
        if self._complaints.get(name) != reason:
            say(f"minitorch: {reason}; the version of {name} that was saved before is kept")
        self._complaints[name] = reason


def _ran(shell: Any) -> list[str]:
    """The cells that ran before anyone listened, the one that runs now last."""
    history = list(shell.history_manager.input_hist_raw)
    running = _running(shell)
    stored = history and shell.transform_cell(history[-1]).rstrip() == running.rstrip()
    return history if stored else [*history, running]


def _running(shell: Any) -> str:
    """The code that runs now, found through the stack: a cell may be kept out of the history."""
    found, frame = None, sys._getframe()
    while frame := frame.f_back:  # type: ignore[assignment]
        found = frame if frame.f_globals is shell.user_ns else found
    return "".join(linecache.getlines(found.f_code.co_filename)) if found else ""
