"""The judge: a notebook's checks, one after another, each with a verdict that was reached here."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from . import bwrap, reference
from .bodies import Bodies
from .check import Limits
from .engine import REFERENCE, Engine, engine, runs_on_own
from .examples import ExampleStore, Request, Stored
from .plan import Ask, plan
from .process import Zygote
from .record import Judged
from .session import Session, has_examples

SEED, NO_SANDBOX = "AUTOGRADER_SEED", "AUTOGRADER_NO_SANDBOX"  # environment variables


class NoSandboxError(RuntimeError):
    """Bodies can't be run safely here; the message says why and what to do."""


class Judge:
    """Judges notebooks, one sandbox for all, a fresh worker for each: a context.

    store      where the examples lie; the course's, or this user's
    reference  the folder of the reference bodies; see :mod:`.reference`
    sandbox    False: no bubblewrap, which every record says; None: as AUTOGRADER_NO_SANDBOX says
    seed       of the examples; None: AUTOGRADER_SEED, or 0
    """

    def __init__(
        self,
        store: ExampleStore | None = None,
        reference: Path | None = None,
        *,
        sandbox: bool | None = None,
        seed: int | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.store = store or ExampleStore()
        self.limits = limits or Limits()
        self.seed = int(os.environ.get(SEED, "0")) if seed is None else seed
        wanted = not os.environ.get(NO_SANDBOX) if sandbox is None else sandbox
        self.sandbox = "bubblewrap" if wanted else "none"
        self._reference = reference
        self._zygotes: dict[tuple[str, ...], Zygote] = {}

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """End the sandbox; the next notebook starts another."""
        while self._zygotes:
            self._zygotes.popitem()[1].close()

    def prepare(self, notebooks: Sequence[Mapping[str, Any]]) -> None:
        """Draw whatever examples these notebooks need and the store has not."""
        self.draw([ask for notebook in notebooks for ask in plan(notebook)])

    def draw(self, asks: Sequence[Ask]) -> None:
        """Draw what examples these need and the store has not, all in one process."""
        self.store.get_all([self._request(ask) for ask in asks if has_examples(ask)])

    def notebook(
        self,
        notebook: Mapping[str, Any],
        notes: Sequence[str] = (),
        earlier: Sequence[Mapping[str, Any]] = (),
    ) -> list[Judged]:
        """Every check of a rebuilt notebook, in order.

        notes    what was unusual about the submission; see :class:`.rebuild.Rebuilt`
        earlier  the same student's rebuilt notebooks of before, whose bodies are the engine that
                 this one's functions are checked on; without them it is the reference's
        """
        asks = plan(notebook)
        needed = earlier and any(map(runs_on_own, asks))
        own = self.engine(earlier) if needed else REFERENCE
        return self.judge(Bodies.of_notebook(notebook), asks, notes, own)

    def engine(self, notebooks: Sequence[Mapping[str, Any]]) -> Engine:
        """The engine of a student's rebuilt notebooks: the bodies that pass their own checks."""
        found = []
        for notebook in notebooks:
            bodies = Bodies.of_notebook(notebook)
            slots = [ask for ask in plan(notebook) if ask.kind == "slot"]
            for judged in self.judge(bodies, slots):
                name = judged.ask.name
                found.append((name, bodies.of(name), judged.verdict.outcome))
        return engine(found)

    def judge(
        self,
        bodies: Bodies,
        asks: Sequence[Ask],
        notes: Sequence[str] = (),
        own: Engine = REFERENCE,
    ) -> list[Judged]:
        """Every check asked for, in order; engines and tests that need other verdicts come last.

        NoSandboxError where bodies can't be run; DrawError and ReferenceMissingError where the
        judge lacks something.
        """
        self.identity()
        self.draw(asks)
        session = Session(self, bodies, asks, notes, own)
        try:
            return session.run()
        finally:
            session.close()

    def zygote(self, packages: tuple[str, ...] = ()) -> Zygote:
        """The sandbox whose bodies may import these, started when it is first needed."""
        if packages not in self._zygotes:
            self._zygotes[packages] = Zygote(self.identity(), packages)
        return self._zygotes[packages]

    def codes(self) -> Mapping[str, bytes]:
        """The reference engine."""
        return reference.codes(self._reference)

    def examples(self, ask: Ask) -> Stored:
        """What to ask."""
        return self.store.get(self._request(ask))

    def _request(self, ask: Ask) -> Request:
        return Request(ask.target or ask.name, self.seed, ask.budget)

    def identity(self) -> str:
        """How bodies are confined here; NoSandboxError where they can't be."""
        if self.sandbox == "none":
            return "none"
        identity, _ = bwrap.chosen()
        if not identity:
            raise NoSandboxError(bwrap.available()[1])
        return identity
