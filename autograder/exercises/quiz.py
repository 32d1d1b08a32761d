"""The quiz: a student's answer against the hash of the right one, with a hint for known slips.

``quiz.json`` beside this module is made by ``notebooks/build.py`` from the hidden part of the
quiz's check cells. It keeps hashes, so that reading it spells no answer out; a short answer can
still be found by trying, and the grade that counts is the judge's, who knows the answer itself.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.resources import files
from typing import Any

from .forms import Form, normalised

ROUNDS = 20_000  # of PBKDF2: about 10 ms for each hash


def digest(name: str, answer: Any) -> str:
    """The salted hash of an answer to one question, 32 hexadecimal digits."""
    key = hashlib.pbkdf2_hmac("sha256", normalised(answer).encode(), name.encode(), ROUNDS, 16)
    return key.hex()


@cache
def questions() -> dict[str, dict[str, Any]]:
    """Every question's ``right`` hash, its form, and a text for each foreseen wrong one's hash."""
    text = files(__package__).joinpath("quiz.json").read_text(encoding="utf-8")
    loaded: dict[str, dict[str, Any]] = json.loads(text)
    return loaded


def is_right(name: str, answer: Any) -> bool:
    """Whether this is the right answer to the question; TypeError if it can't be an answer."""
    return questions()[name]["right"] in _digests(name, answer)


def hint_for(name: str, answer: Any) -> str | None:
    """What to say of this wrong answer: that the course foresaw it, or that its form is another."""
    hints = questions()[name]["hints"]
    found = [hints[key] for key in _digests(name, answer) if key in hints]
    return found[0] if found else _form(name).objection(answer)


def _digests(name: str, answer: Any) -> list[str]:
    return [digest(name, text) for text in _form(name).texts(answer)]


def _form(name: str) -> Form:
    return Form(**questions()[name]["form"])
