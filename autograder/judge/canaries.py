"""Canaries: programs that break a rule on purpose, to catch a process that reports none broken.

Whether arrays are shared, inputs written into, or graphs kept alive is seen from inside the
process that a submission may have tampered with (``gc``, ``weakref``, NumPy, Tensor ...). So for a
moment bodies of the judge's are lent that break each of these rules, in a chain with the student's
own, and are called by the names of real slots. Who reports such a chain clean is not believed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace

from autograder.sandbox.execute import WRITTEN
from autograder.sandbox.load import compiled
from autograder.sandbox.program import Program, Result, Step
from autograder.verdict import Example

NAMES = ("neg", "exp", "log", "tanh", "relu")  # slots of one operand and no arguments
_BODY = """
from minitorch import Tensor

kept = []

def {name}(self):
    out = Tensor(self.data, _prev=(self,), _op="{name}")

    def _backward():
        if self.requires_grad:
            self.grad = self.grad + out.grad
            {broken}

    out._backward = _backward
    return out
"""
BREAKS = {  # probe: what the identity's closure does besides
    "death": "kept.append(out)",
    "alias": "self.grad = self.data",
    "mutation": f"self.data[...] = {WRITTEN}",
}


class Watch:
    """The canaries of one check.

    broken    lent bodies that break a rule each, as code by slot
    right     what hung in the same slots before: reference bodies, or None
    programs  one a rule, each through a broken body and then the student's own
    seen      whether each rule was reported broken, as it is; empty before that
    """

    def __init__(self, slot: str, text: str, base: Program, codes: Mapping[str, bytes]) -> None:
        self._hash = hashlib.sha256(f"{slot}\0{text}".encode()).digest()
        start = self._hash[0]
        others = [name for name in NAMES if name != slot]
        names = [others[(start + i) % len(others)] for i in range(len(BREAKS))]
        pairs = list(zip(names, BREAKS.items(), strict=True))
        self.broken = {name: broken_code(name, line) for name, (_, line) in pairs}
        self.right = {name: codes.get(name) for name in names}
        self.programs = [through(base, name, probe) for name, (probe, _) in pairs]
        self.seen: dict[str, bool] = {}

    @property
    def done(self) -> bool:
        """Whether the canaries were sent."""
        return bool(self.seen)

    @property
    def forged(self) -> list[str]:
        """The probes that did not report what there was to report."""
        return [probe for probe, seen in self.seen.items() if not seen]

    def place(self, count: int) -> int:
        """After how many of the check's programs the canaries go: the same on every run."""
        return self._hash[1] * (count + 1) // 256

    def see(self, results: Sequence[Result]) -> None:
        """Note what came back."""
        for program, result in zip(self.programs, results, strict=True):
            self.seen[program.probe] = _reports(program.probe, result)


def watch(
    slot: str, text: str, examples: Sequence[Example], codes: Mapping[str, bytes]
) -> Watch | None:
    """The canaries of a slot's check, None for a slot that builds no graph."""
    bases = (example.program for example in examples if not example.raises)
    base = next((program for program in bases if _is_base(program)), None)
    return base and Watch(slot, text, base, codes)


def _is_base(program: Program) -> bool:
    """Whether a float64 leaf of one element or more reaches the output, which has an upstream."""
    if program.probe != "run" or program.upstream is None or not program.leaves:
        return False
    first = program.leaves[0]
    used = any(0 in step.operands for step in program.steps)
    return used and first.size > 0 and first.dtype == "float64" and program.flags()[0]


def through(base: Program, name: str, probe: str) -> Program:
    """The program with its first leaf sent through another body first."""
    count = len(base.leaves)

    def moved(number: int) -> int:
        return count if number == 0 else number + (number >= count)

    steps = [replace(s, operands=tuple(map(moved, s.operands))) for s in base.steps]
    return replace(base, steps=(Step(name, (0,)), *steps), probe=probe, options={}, name="")


def _reports(probe: str, result: Result) -> bool:
    """Whether a result says that the rule was broken."""
    key = {"death": "alive", "alias": "leaf0/grad0", "mutation": "leaf0"}[probe]
    value = result.values.get(key)
    if value is None or value.size == 0:
        return False
    return bool((value >= 1).all() if probe == "death" else (value == WRITTEN).all())


_made: dict[tuple[str, str], bytes] = {}


def broken_code(name: str, line: str) -> bytes:
    """The code of a broken body."""
    if (name, line) not in _made:
        _made[name, line] = compiled(_BODY.format(name=name, broken=line))
    return _made[name, line]
