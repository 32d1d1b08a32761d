"""Exercise functions as a check in this process finds them: a student's own, and what they call.

In a student's notebook a function calls the other functions that are there. Where a reference is
lent (see :mod:`.lending`) it is loaded from its cell once more, beside the reference of the other
functions, so that it is graded as the judge would grade it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from minitorch.errors import MinitorchError

from .exercises.functions import FUNCTIONS
from .exercises.functions.asking import Calling, examine
from .lending import VARIABLE, engine_of, reference
from .oracles.budget import Budget
from .questions import running_shell, value_of
from .sandbox import lent
from .verdict import Example, Verdict

LENT = "autograder.sandbox.lent"


def judged(name: str, examples: Sequence[Example], budget: Budget, function: Any = None) -> Verdict:
    """The verdict on an exercise function.

    function  another one to check in its place
    """
    found = _function(name) if function is None else function
    if found is ...:
        return Verdict(name, "not attempted", note="its cell has not run")
    if not callable(found):
        return Verdict(name, "wrong", note=f"it is {type(found).__name__}, expected a function")
    with _rules_of_the_house():
        return examine(name, Calling(name, found, engine_of()), examples, budget)


_checked: dict[str, tuple[int, Any, Verdict]] = {}  # the cell, what was written, what came of it


def remember(name: str, verdict: Verdict) -> None:
    """Keep what ``check`` found of what is written, for the hidden call that ends its cell."""
    if cell := _cell():
        _checked[name] = cell, value_of(name), verdict


def recall(name: str) -> Verdict | None:
    """What ``check`` found earlier in the cell that runs now, if it was of the same function."""
    cell, written, verdict = _checked.get(name, (0, None, None))
    return verdict if cell == _cell() and written is value_of(name) else None


def _cell() -> int:
    """The number of the cell that runs now; 0 where there are no cells."""
    shell = running_shell()
    return shell.execution_count if shell is not None else 0


def _function(name: str) -> Any:
    """The function to check; ``...`` if nobody wrote it."""
    written = value_of(name)
    if written is ... or not reference():
        return written
    return _alone(name) or written


def _alone(name: str) -> Any:
    """The function as its cell defines it, the reference in the place of what it uses; or None."""
    from minitorch.loading import load
    from minitorch.notebook import notebook
    from minitorch.source import Cells
    from minitorch.source.cell import read_cell

    kernel = notebook()
    if kernel is None:
        return None
    uses = FUNCTIONS[name].uses
    lent.lend({other: _reference(os.environ[VARIABLE], other) for other in uses})
    imports = [f"from {LENT} import {other}" for other in uses]
    defines = [any(b.name == name for b in read_cell(text).bindings) for text in kernel.texts]
    own = [text for text, here in zip(kernel.texts, defines, strict=True) if here]
    rest = [text for text, here in zip(kernel.texts, defines, strict=True) if not here]
    try:
        text = Cells([*rest, *imports, *own]).collect(name)
        return load(name, text, f"<answer {name}>")
    except MinitorchError:
        return None


@cache
def _reference(folder: str, name: str) -> Callable[..., Any]:
    path = Path(folder) / f"{name}.py"
    namespace: dict[str, Any] = {"__name__": f"reference.{name}"}
    exec(compile(path.read_text(encoding="utf-8"), f"<reference {name}>", "exec"), namespace)
    function: Callable[..., Any] = namespace[name]
    return function


@contextmanager
def _rules_of_the_house() -> Iterator[None]:
    """Where a reference is lent, a student's backward rules are put aside: none but their own
    check rests on them."""
    if not reference():
        yield
        return
    from minitorch.second_order import RULES

    before = dict(RULES)
    RULES.clear()
    try:
        yield
    finally:
        RULES.clear()
        RULES.update(before)
