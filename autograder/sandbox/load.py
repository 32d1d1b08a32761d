"""Bodies as text or code, executed in clean namespaces and hung into the slots."""

from __future__ import annotations

import linecache
import marshal
from collections.abc import Mapping
from typing import Any

from minitorch.loading import load_module
from minitorch.slots import SLOTS, attach

REFERENCE = "<reference>"  # the file name of every lent body: there is no source behind it


class Loaded:
    """The bodies of one check: what was lent, and what a student wrote."""

    def __init__(self) -> None:
        self.bodies: dict[str, Any] = {}

    def lend(self, codes: Mapping[str, bytes]) -> None:
        """Hang reference bodies into their slots; each is a marshalled module of one body."""
        for name, code in codes.items():
            namespace = {"__name__": REFERENCE}
            exec(marshal.loads(code), namespace)
            attach(name, namespace[name])

    def load(self, name: str, text: str) -> None:
        """Execute a module's text and take what it calls ``name``; a slot's body is attached."""
        file = f"<body {name}>"
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        body, _ = load_module(name, text, file)
        if name in SLOTS:
            if not callable(body):
                raise TypeError(f"{name} is {type(body).__name__}, expected a function")
            attach(name, body)
        self.bodies[name] = body
