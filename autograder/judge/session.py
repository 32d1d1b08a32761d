"""One notebook before the judge: every check that it asks for, tried, judged and recorded."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from autograder.exercises.forms import form_of, normalised
from autograder.exercises.functions import FUNCTIONS
from autograder.verdict import Verdict
from minitorch.slots import SLOTS

from .bodies import Bodies, literal
from .check import Limits
from .engine import REFERENCE, Engine, runs_on_own
from .examples import Stored
from .inside import Inside, LoadError
from .plan import Ask, PlanError
from .process import SandboxError, Zygote
from .record import Judged, notes_for, recorded

TRIES = 2  # a sandbox that broke is started anew once

log = logging.getLogger("autograder")


class Lender(Protocol):
    """What a session gets from its judge."""

    sandbox: str
    limits: Limits

    def zygote(self, packages: tuple[str, ...] = ()) -> Zygote: ...

    def codes(self) -> Mapping[str, bytes]: ...

    def examples(self, ask: Ask) -> Stored: ...

    def close(self) -> None: ...


def has_examples(ask: Ask) -> bool:
    return ask.kind in ("slot", "engine") or ask.name in FUNCTIONS


class Session:
    """One notebook's checks."""

    def __init__(
        self,
        judge: Lender,
        bodies: Bodies,
        asks: Sequence[Ask],
        notes: Sequence[str],
        engine: Engine = REFERENCE,
    ) -> None:
        self.judge = judge
        self.bodies = bodies
        self.asks = asks
        self.notes = notes
        self.engine = engine
        self.verdicts: dict[str, Verdict] = {}
        self._inside: dict[tuple[str, ...], Inside] = {}

    def run(self) -> list[Judged]:
        """The slots first: whole engines rest on their verdicts."""
        order = sorted(range(len(self.asks)), key=lambda i: _LAST.get(self.asks[i].kind, 0))
        found = {i: self._judged(self.asks[i]) for i in order}
        return [found[i] for i in range(len(self.asks))]

    def close(self) -> None:
        """End the worker."""
        while self._inside:
            self._inside.popitem()[1].worker.close()

    def inside(self, packages: tuple[str, ...] = ()) -> Inside:
        """The bodies in their worker, started when it is first needed."""
        if packages not in self._inside:
            worker = self.judge.zygote(packages).worker()
            judge = self.judge
            self._inside[packages] = Inside(worker, self.bodies, judge.codes(), judge.limits)
        return self._inside[packages]

    def _judged(self, ask: Ask) -> Judged:
        judged = self._tried(ask)
        self.verdicts[ask.name] = judged.verdict
        judged = replace(judged, notes=self._notes(ask))
        try:
            return recorded(judged, self.judge.sandbox)
        except Exception as error:  # a report that can't be written costs its own check alone
            log.error("the grader failed to report on %s: %r", ask.cell, error)
            return recorded(_fault(ask, error), self.judge.sandbox)

    def _notes(self, ask: Ask) -> tuple[str, ...]:
        engine = (self.engine.note,) if runs_on_own(ask) and self.engine.note else ()
        return (*notes_for(self.notes, ask.name), *engine)

    def _tried(self, ask: Ask) -> Judged:
        """The check; where the sandbox itself breaks, once more in a new one."""
        for left in reversed(range(TRIES)):
            try:
                return Judged(ask, _KINDS[ask.kind](self, ask), judged_inside=bool(ask.test))
            except SandboxError as error:
                self.close()
                self.judge.close()
                if not left:
                    return _fault(ask, error)
            except Exception as error:
                log.error("the grader failed on %s: %r", ask.cell, error)
                log.debug("the grader failed on %s", ask.cell, exc_info=True)
                return _fault(ask, error)
        raise AssertionError("unreachable")

    def _slot(self, ask: Ask) -> Verdict:
        body = self.bodies.of(ask.name)
        if not body.attempted:
            return _not_attempted(ask)
        return self.inside().slot(ask, body, self.judge.examples(ask))

    def _function(self, ask: Ask) -> Verdict:
        if ask.name not in FUNCTIONS:
            raise PlanError(f"{ask.name} is neither a slot nor a function of the exercises")
        function = FUNCTIONS[ask.name]
        body = self.bodies.of(ask.name, function.uses)
        if not body.attempted:
            return _not_attempted(ask)
        engine = self.engine if function.own_engine else REFERENCE
        inside, stored = self.inside(function.beside), self.judge.examples(ask)
        return inside.function(ask, body, function, stored, engine.bodies)

    def _quiz(self, ask: Ask) -> Verdict:
        text = self.bodies.answers.get(ask.name, "")
        known, value = literal(ask.name, text)
        if not known:
            body = self.bodies.of(ask.name)
            if not body.attempted:
                return _not_attempted(ask)
            try:
                value = self.inside().value(ask.name, body)
            except LoadError as error:
                return Verdict(ask.name, "raised", note=f"{error.raised.kind}: {error}")
        return _marked(ask, value)

    def _engine(self, ask: Ask) -> Verdict:
        """All bodies of the notebook together, the reference for those that are wrong."""
        slots = {a.name for a in self.asks if a.kind == "slot"}
        outcomes = {name: self.verdicts[name].outcome for name in SLOTS if name in slots}
        right = [name for name, outcome in outcomes.items() if outcome == "right"]
        missing = [name for name, outcome in outcomes.items() if outcome == "not attempted"]
        if missing or not right:
            note = f"needs {', '.join(missing)}" if missing else "no body of this notebook is right"
            return _not_attempted(ask, note)
        own = {name: self.bodies.of(name) for name in right}
        return self.inside().engine(ask, own, self.judge.examples(ask))

    def _test(self, ask: Ask) -> Verdict:
        slots = [name for name in SLOTS if name in self.bodies.answers]
        own = {name: self.bodies.of(name) for name in slots}
        return self.inside().test(ask, {n: b for n, b in own.items() if b.text})


_KINDS: dict[str, Callable[[Session, Ask], Verdict]] = {
    "slot": Session._slot,
    "function": Session._function,
    "quiz": Session._quiz,
    "engine": Session._engine,
    "test": Session._test,
}
_LAST = {"engine": 1, "test": 2}


def _not_attempted(ask: Ask, note: str = "") -> Verdict:
    oracles = dict.fromkeys(ask.budget.oracles, "not attempted") if has_examples(ask) else {}
    return Verdict(ask.name, "not attempted", oracles, note=note)


def _fault(ask: Ask, error: Exception) -> Judged:
    said = f"{type(error).__name__}: {error}"
    return Judged(ask, Verdict(ask.name, "grader fault"), fault=said)


def _marked(ask: Ask, value: Any) -> Verdict:
    """A question's answer beside the right one."""
    if value is Ellipsis or value is None:
        return _not_attempted(ask)
    form = form_of(ask.expected, ask.decimals)
    try:
        given = form.texts(value)
    except TypeError as error:
        return Verdict(ask.name, "raised", note=str(error))
    if normalised(ask.expected) in given:
        return Verdict(ask.name, "right")
    hints = [text for answer, text in ask.hints if normalised(answer) in given]
    said = hints[0] if hints else form.objection(value)
    return Verdict(ask.name, "wrong", note=said or "that is not the answer")
