"""Bodies as text or code, executed in clean namespaces and hung into the slots."""

from __future__ import annotations

import linecache
import marshal
from collections.abc import Mapping
from typing import Any

from minitorch.slots import SLOTS, attach

REFERENCE = "<reference>"  # the file name of every lent body: there is no source behind it


class Loaded:
    """The bodies of one check: what was lent, and what a student wrote."""

    def __init__(self) -> None:
        self.bodies: dict[str, Any] = {}
        self.namespaces: dict[str, dict[str, Any]] = {}

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
        namespace: dict[str, Any] = {"__name__": name}
        exec(compile(text, file, "exec", dont_inherit=True), namespace)
        body = namespace[name]
        if name in SLOTS:
            if not callable(body):
                raise TypeError(f"{name} is {type(body).__name__}, expected a function")
            attach(name, body)
        self.bodies[name] = body
        self.namespaces[name] = namespace

    def run(self, text: str) -> None:
        """Execute statements in a namespace that holds what was loaded."""
        file = "<test>"
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        namespace: dict[str, Any] = {"__name__": "test"}
        for loaded in self.namespaces.values():
            namespace.update({k: v for k, v in loaded.items() if not k.startswith("__")})
        exec(compile(text, file, "exec", dont_inherit=True), namespace | self.bodies)
