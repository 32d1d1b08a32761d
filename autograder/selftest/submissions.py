"""The bank: wrong bodies to be caught, right ones that must pass, and what is asked of the grader.

Each file in tests/submissions/<slot>/ is a cell as a student would submit it. Its first line says
what is expected of the grader:

    # right
    # misconception: input-for-output | oracles: pytorch gradcheck
    # hostile

A wrong body has to be refused, by each of the oracles that are named, and the diagnosis has to be
the one that is named (``none``: nothing fits, and nothing is said). A right body has to pass, under
as many seeds as one likes. Hostile bodies are for the judge and its sandbox; they do not run here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from autograder.verdict import ORACLES, Verdict
from minitorch.slots import SLOTS

BANK = Path(__file__).resolve().parents[2] / "tests" / "submissions"


@dataclass(frozen=True)
class Submission:
    """One file of the bank.

    kind           ``passed``, ``failed``, ``raised`` or ``hostile``
    misconception  the id that the diagnosis has to name, None where it has to say nothing
    oracles        those that have to see it, at least
    """

    slot: str
    name: str
    kind: str
    path: Path
    text: str
    misconception: str | None = None
    oracles: tuple[str, ...] = ()

    @classmethod
    def read(cls, path: Path) -> Submission:
        """A file of the bank; ValueError if its first line is not as it should be."""
        text = path.read_text(encoding="utf-8")
        keys = _keys(text.partition("\n")[0], path)
        kind = path.stem.partition("_")[0]
        named = keys.get("misconception", "none")
        oracles = tuple(keys.get("oracles", "").split())
        if kind == "failed" and not oracles:
            raise ValueError(f"{path}: expected `| oracles: ...` in the first line, found none")
        unknown = [*(set(oracles) - set(ORACLES)), *({path.parent.name} - set(SLOTS))]
        if unknown:
            raise ValueError(f"{path}: unknown {', '.join(unknown)}")
        misconception = None if named == "none" else named
        return cls(path.parent.name, path.stem, kind, path, text, misconception, oracles)

    @property
    def right(self) -> bool:
        return self.kind == "passed"


def _keys(line: str, path: Path) -> dict[str, str]:
    if not line.startswith("# "):
        raise ValueError(f"{path}: expected a first line such as `# right`, got {line!r}")
    pairs = (part.partition(":") for part in line[2:].split("|"))
    return {key.strip(): value.strip() for key, _, value in pairs}


def bank(folder: Path = BANK, slots: Iterable[str] | None = None) -> list[Submission]:
    """All submissions of the bank but the hostile ones, in the order of the slots."""
    wanted = list(slots or SLOTS)
    found = [
        Submission.read(path) for slot in wanted for path in sorted((folder / slot).glob("*.py"))
    ]
    return [submission for submission in found if submission.kind != "hostile"]


def faults(submission: Submission, verdict: Verdict) -> tuple[str, ...]:
    """What the graders did not do as the submission's first line asks; empty if all is well."""
    got = verdict.misconception.id if verdict.misconception else None
    if submission.right:
        return () if verdict.outcome == "right" else (f"refused ({verdict.outcome})",)
    if verdict.outcome not in ("wrong", "raised"):
        return (f"not caught ({verdict.outcome})",)
    blind = [o for o in submission.oracles if verdict.oracles.get(o) not in ("wrong", "raised")]
    found = [f"{oracle} did not see it" for oracle in blind]
    if got != submission.misconception:
        found.append(f"diagnosis {got or 'none'}, expected {submission.misconception or 'none'}")
    return tuple(found)
