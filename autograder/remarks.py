"""What a student may not notice: that the body which is checked is not the one that was meant."""

from __future__ import annotations

import ast
import dis
import re
from types import FunctionType

from minitorch.decorator import refused
from minitorch.slots import SLOTS, attached, is_tried

from .questions import running_shell


def remark(name: str) -> str:
    """One sentence about a slot's body beside the verdict on it; empty where all is as it seems."""
    body = attached(name)
    if is_tried(name):  # it is meant to be another
        return ""
    checked = "there is none from before" if body is None else "the one from before was checked"
    if problem := _latest_problem(name):
        return f"the latest cell with {name} is no Python ({problem}); {checked}"
    if name in refused:
        return f"the latest {name} was not taken ({refused[name]}); {checked}"
    if _is_undecorated(name):
        return f"{name} stands in this notebook without @implement above it; {checked}"
    if SLOTS[name].kind == "method" and isinstance(body, FunctionType) and _ignores_self(body):
        return "the body never uses self: does it work on a tensor of the notebook instead?"
    return ""


def _latest_problem(name: str) -> str:
    """What keeps the last cell that defines the name from being Python; empty if nothing does."""
    shell = running_shell()
    texts = shell.user_ns.get("In", []) if shell is not None else []
    defines = re.compile(rf"^def {name}\b", re.MULTILINE)
    latest = next((text for text in reversed(texts) if defines.search(text)), "")
    try:
        ast.parse(latest)
    except SyntaxError as error:
        return f"line {error.lineno}: {error.msg}"
    return ""


def _is_undecorated(name: str) -> bool:
    """Whether the notebook defines a plain function of that name."""
    shell = running_shell()
    found = shell.user_ns.get(name) if shell is not None else None
    return isinstance(found, FunctionType) and found.__module__ == "__main__"


def _ignores_self(body: FunctionType) -> bool:
    code = body.__code__
    if not code.co_argcount:
        return False
    first = code.co_varnames[0]
    read = {i.argval for i in dis.get_instructions(code) if "LOAD_" in i.opname}
    pairs = [names for names in read if isinstance(names, tuple)]  # two loads in one, from 3.13 on
    return first not in code.co_cellvars and first not in read.union(*pairs)
