"""Byte code of the project's modules for the sandbox, so that none is compiled at every start."""

from __future__ import annotations

import hashlib
import importlib.util
import py_compile
from pathlib import Path

from . import cache


def compiled(source: Path) -> Path | None:
    """The byte code of a module, made once for its content; None where it can't be made."""
    content = importlib.util.MAGIC_NUMBER + source.read_bytes()
    path = cache.folder() / "bytecode" / f"{hashlib.sha256(content).hexdigest()[:32]}.pyc"
    if path.exists():
        return path
    try:
        py_compile.compile(
            str(source),
            cfile=str(path),
            dfile=source.name,
            doraise=True,
            invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
        )
    except (OSError, py_compile.PyCompileError):
        return None
    return path
