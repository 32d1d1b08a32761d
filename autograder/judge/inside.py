"""What the judge asks of one notebook's worker: one process a check, its findings judged here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from autograder.exercises.functions import Function
from autograder.oracles import Backend, Budget, examine
from autograder.sandbox.program import Raised
from autograder.verdict import Example, Verdict
from minitorch.slots import SLOTS, taught_before

from .bodies import TEST, Bodies, Body
from .canaries import watch
from .check import CHECK_ANSWER, GARBAGE, Check, Limits, LostError
from .examples import Stored
from .plan import Ask
from .process import SandboxError, Worker
from .reach import WITH_RULES, reach
from .record import without_lost
from .remote import Remote, Silent, lines_of, told

LEAST_LOAD = 0.25  # CPU seconds to load a text once another one hung; an honest one needs 0.005
FORGED = (
    "its process reports no {}, even of a body that was lent to it and does just that: "
    "what it says of itself is not believed"
)
REACHES = (
    "it reaches for what runs it ({}): a body computes from its arguments, and an answer that is "
    "found elsewhere is not believed"
)
RULES = {"death": "graph kept alive", "alias": "shared array", "mutation": "changed input"}


class LoadError(Exception):
    """A text could not be loaded; ``raised`` says why."""

    def __init__(self, raised: Raised) -> None:
        super().__init__(raised.message)
        self.raised = raised


class Inside:
    """One notebook's bodies in its worker.

    codes  the reference engine, as code by slot
    """

    def __init__(
        self, worker: Worker, bodies: Bodies, codes: Mapping[str, bytes], limits: Limits
    ) -> None:
        self.worker = worker
        self.bodies = bodies
        self.codes = codes
        self.limits = limits
        self._load = limits.load

    def slot(self, ask: Ask, body: Body, stored: Stored) -> Verdict:
        """The verdict on one slot's body, beside the reference in the slots before it."""
        lent = self._codes(taught_before(ask.name))
        try:
            with self._loaded({ask.name: body}, lent) as check:
                guard = watch(ask.name, body.text, stored.examples, lent)
                remote = Remote(check, stored.frames, _lines({ask.name: body}), guard)
                verdict = without_lost(examine(ask.name, remote, stored.examples, ask.budget))
                if verdict.outcome == "right" and guard is not None and guard.forged:
                    verdict = _forged(verdict, guard.forged)
                verdict = _unless_reaching(verdict, body.text, WITH_RULES)
                verdict = self._tested(check, ask, {ask.name: body}, verdict)
        except LoadError as error:
            verdict = examine(ask.name, Silent(error.raised), stored.examples, ask.budget)
            verdict = without_lost(verdict)
        return replace(verdict, digest=stored.digest)

    def function(
        self,
        ask: Ask,
        body: Body,
        function: Function,
        stored: Stored,
        engine: Mapping[str, Body],
    ) -> Verdict:
        """The verdict on a function that is no slot, beside the reference of all that it uses.

        engine  bodies by slot that it runs on in the place of the reference's
        """
        asked = ask.name, stored.examples, ask.budget
        own = {**engine, ask.name: body}
        try:
            lent = self._codes((*SLOTS, *function.uses))
            with self._loaded(own, lent, function.cpu) as check:
                verdict = _of_function(Remote(check, stored.frames, _lines(own)), *asked)
                verdict = self._tested(check, ask, own, _unless_reaching(verdict, body.text))
        except LoadError as error:
            verdict = _of_function(Silent(error.raised), *asked)
        return replace(verdict, digest=stored.digest)

    def engine(self, ask: Ask, own: Mapping[str, Body], stored: Stored) -> Verdict:
        """The verdict on several bodies at once."""
        try:
            with self._loaded(own, self._codes(SLOTS)) as check:
                remote = Remote(check, stored.frames, _lines(own))
                verdict = examine(ask.name, remote, stored.examples, ask.budget)
        except LoadError as error:
            verdict = examine(ask.name, Silent(error.raised), stored.examples, ask.budget)
        return replace(without_lost(verdict), digest=stored.digest)

    def test(self, ask: Ask, own: Mapping[str, Body]) -> Verdict:
        """The verdict of an instructor's own statements, run beside all bodies."""
        try:
            with self._loaded(own, self._codes(SLOTS)) as check:
                return self._tested(check, ask, own, Verdict(ask.name, "right"))
        except LoadError as error:
            return Verdict(ask.name, "raised", note=_said(error.raised))

    def value(self, name: str, body: Body) -> Any:
        """What a question's cell computes; LoadError if it computes nothing that travels."""
        with self._loaded({name: body}, {}) as check:
            try:
                answer = check.ask({"value": name}, CHECK_ANSWER)
            except LostError as error:
                raise LoadError(Raised("Lost", str(error), "lost")) from error
            if not isinstance(answer, dict) or answer.keys() != {"value", "error"}:
                raise LoadError(Raised("Lost", f"no answer: {GARBAGE}", "lost"))
            if answer["error"] is not None:
                raise LoadError(told(Raised("TypeError", str(answer["error"]), "load")))
            return answer["value"]

    @contextmanager
    def _loaded(
        self, own: Mapping[str, Body], lent: Mapping[str, bytes], cpu: float = 0.0
    ) -> Iterator[Check]:
        """A process with these bodies, and what is lent in other slots.

        cpu  seconds that it may use, if they are more than the limit
        """
        for body in own.values():
            if body.error is not None:
                raise LoadError(body.error)
        limits = self.limits.with_cpu(max(cpu, self.limits.cpu))
        with self.worker.begin(limits, self._load) as check:
            self._lend(check, {name: code for name, code in lent.items() if name not in own})
            try:
                failed = check.ask({"load": {n: b.text for n, b in own.items()}}, CHECK_ANSWER)
            except LostError as error:
                raise LoadError(self._hung(check, error)) from error
            _expect_loaded(failed, own)
            check.allow(limits.cpu)
            yield check

    def _codes(self, names: Iterable[str]) -> dict[str, bytes]:
        """These of the reference's bodies."""
        return {name: self.codes[name] for name in names}

    def _lend(self, check: Check, codes: Mapping[str, bytes]) -> None:
        """Lend reference bodies; no text of the submission has run yet, so a failure is ours."""
        try:
            check.ask({"lend": codes}, CHECK_ANSWER)
        except LostError as error:
            raise SandboxError(f"the reference engine could not be lent: {error}") from error

    def _hung(self, check: Check, error: LostError) -> Raised:
        """How loading was lost; after one text that hangs, others get less time."""
        if check.end().how != "cpu":
            return Raised("Lost", str(error), "lost")
        self._load = LEAST_LOAD
        return Raised("Lost", "no answer: time limit, loading it never ended", "lost")

    def _tested(self, check: Check, ask: Ask, own: Mapping[str, Body], verdict: Verdict) -> Verdict:
        """The verdict once an instructor's own statements have run as well, if there are any."""
        if verdict.outcome != "right" or not ask.test:
            return verdict
        test = self.bodies.test(ask.test)
        if test.error is not None:
            raise SandboxError(f"the test in {ask.cell} could not be read: {test.error.message}")
        others = self._codes(name for name in SLOTS if name not in own)  # a test may use any slot
        try:
            check.ask({"lend": others}, CHECK_ANSWER)
            _expect_loaded(check.ask({"load": {TEST: test.text}}, CHECK_ANSWER), {TEST: test})
            failed = check.ask({"call": TEST}, CHECK_ANSWER)
        except LostError as error:
            return replace(verdict, outcome="raised", note=str(error))
        except LoadError as error:
            return replace(verdict, outcome="raised", note=_said(error.raised))
        if failed is None:
            return verdict
        raised = _raised(failed, {**own, TEST: test})
        outcome = "wrong" if raised.kind == "AssertionError" else "raised"
        return replace(
            verdict, outcome=outcome, note=f"a test of the instructor's: {_said(raised)}"
        )


def _of_function(
    backend: Backend, name: str, examples: Sequence[Example], budget: Budget
) -> Verdict:
    from autograder.exercises.functions.asking import examine as examine_function

    return without_lost(examine_function(name, backend, examples, budget))


def _expect_loaded(failed: Any, own: Mapping[str, Body]) -> None:
    """LoadError with the first text that raised."""
    if not isinstance(failed, dict) or failed.keys() != own.keys():
        raise LoadError(Raised("Lost", f"no answer: {GARBAGE}", "lost"))
    for error in failed.values():
        if error is not None:
            raise LoadError(_raised(error, own))


def _lines(own: Mapping[str, Body]) -> frozenset[str]:
    return lines_of({name: body.text for name, body in own.items()})


def _raised(answer: Any, own: Mapping[str, Body]) -> Raised:
    """An exception that a process reports, as it may be shown."""
    if isinstance(answer, tuple) and len(answer) == 4 and all(isinstance(x, str) for x in answer):
        return told(Raised(*answer), _lines(own))
    return Raised("Lost", f"no answer: {GARBAGE}", "lost")


def _said(raised: Raised) -> str:
    message = f": {raised.message}" if raised.message else ""
    return f"{raised.kind}{message}" + (f", at `{raised.line}`" if raised.line else "")


def _unless_reaching(verdict: Verdict, text: str, more: tuple[str, ...] = ()) -> Verdict:
    """The verdict; one that earns points not if the text looks into the process that checks it."""
    word = reach(text, more) if verdict.earned else ""
    if not word:
        return verdict
    return replace(verdict, outcome="wrong", share=None, note=REACHES.format(word))


def _forged(verdict: Verdict, probes: list[str]) -> Verdict:
    """Not right: what its process says of rules that are seen from inside alone is untrue."""
    note = FORGED.format(" or ".join(RULES[probe] for probe in probes))
    oracles = {**verdict.oracles, "graph": "wrong"}
    return replace(verdict, outcome="wrong", oracles=oracles, note=note)
