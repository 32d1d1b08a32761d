"""The store of drawn examples: drawn once in a clean process, kept with a hash of all they say.

A file holds one slot's examples and answers for one seed, one budget and one state of the code that
draws them. Whoever needs examples that are not there draws them, in a process of its own, because
what Hypothesis draws depends on what else a process has imported. That alone needs PyTorch and
Hypothesis.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from autograder.oracles.budget import Budget
from autograder.sandbox import wire
from autograder.verdict import Example

from . import cache as files
from .drawer import Drawer, DrawError, drawing_code

COURSE = "AUTOGRADER_COURSE"  # an environment variable: the course's folder


class CorruptError(ValueError):
    """A stored file does not hold what its hash says."""


@dataclass(frozen=True)
class Request:
    """What to draw: the examples of a slot, of a function, or of a notebook's whole engine."""

    slot: str
    seed: int
    budget: Budget

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Request:
        budget = {**data["budget"], "oracles": tuple(data["budget"]["oracles"])}
        return cls(data["slot"], data["seed"], Budget(**budget))

    @property
    def key(self) -> str:
        """Changes with the seed, the budget and the code that draws."""
        text = json.dumps(self.as_json(), sort_keys=True) + drawing_code()
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Stored:
    """Examples as they lie in the store.

    digest  SHA-256 over the examples and their answers
    frames  each program encoded for the wire, by its ``id``
    """

    examples: tuple[Example, ...]
    digest: str
    frames: dict[int, bytes] = field(repr=False)


def default_folder() -> Path:
    """The course's own store, or this user's."""
    course = os.environ.get(COURSE)
    return Path(course) / "grading" / "examples" if course else files.folder() / "examples"


class ExampleStore:
    """Examples by what was asked for; drawn where they are missing or damaged.

    draw  draws requests and writes their files into a folder
    """

    def __init__(
        self,
        folder: Path | None = None,
        draw: Callable[[Sequence[Request], Path], None] | None = None,
    ) -> None:
        self.folder = folder or default_folder()
        self.draw = draw or draw_once
        self._held: dict[Request, Stored] = {}

    def get(self, request: Request) -> Stored:
        """The examples of one request."""
        return self.get_all([request])[0]

    def get_all(self, requests: Sequence[Request]) -> list[Stored]:
        """The examples of several requests; what is missing is drawn in one process."""
        if any(self._read(request) is None for request in requests):
            with files.locked(self.folder / ".lock"):
                self._draw([r for r in dict.fromkeys(requests) if self._read(r) is None])
        found = [self._read(request) for request in requests]
        return [stored for stored in found if stored is not None]

    def path(self, request: Request) -> Path:
        """Where the examples of a request lie."""
        return self.folder / f"{request.slot}-{request.key}.examples"

    def _read(self, request: Request) -> Stored | None:
        """What is stored, None if nothing is; a damaged file counts as nothing, and is named."""
        if request not in self._held:
            path = self.path(request)
            try:
                self._held[request] = loads(path.read_bytes())
            except FileNotFoundError:
                return None
            except (CorruptError, OSError) as error:
                print(f"autograder: {path} is damaged ({error}); drawing anew", file=sys.stderr)
                return None
        return self._held[request]

    def _draw(self, requests: Iterable[Request]) -> None:
        wanted = list(requests)
        if wanted:
            self.draw(wanted, self.folder)
        missing = [r.slot for r in wanted if self._read(r) is None]
        if missing:
            raise DrawError(f"no examples of {', '.join(missing)} came; look at {self.folder}")


def dumps(examples: Sequence[Example]) -> bytes:
    """Examples as a file: their hash, then what the hash is of."""
    body = wire.encode([example.as_data() for example in examples])
    return hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def loads(content: bytes) -> Stored:
    """The examples in a file; CorruptError if they are not what was written."""
    digest, _, body = content.partition(b"\n")
    if hashlib.sha256(body).hexdigest().encode() != digest:
        raise CorruptError("its content does not have the hash that it was saved with")
    examples = tuple(Example.from_data(data) for data in wire.decode(body))
    frames = {id(e.program): wire.encode(e.program.as_data()) for e in examples}
    return Stored(examples, digest.decode(), frames)


def draw_once(requests: Sequence[Request], folder: Path) -> None:
    """Draw in a clean process that ends with it."""
    with Drawer() as drawer:
        drawer.draw(requests, folder)
