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

DIGITS = 6  # significant digits of a number: one third may be given as 0.333333
ROUNDS = 20_000  # of PBKDF2: about 10 ms for each hash


def normalised(answer: Any) -> str:
    """An answer as text, so that equal answers are equal texts.

    Numbers are rounded to six significant digits, strings lose their case and outer spaces, tuples
    and lists are alike. TypeError for anything else, an unanswered ``...`` among it.
    """
    if hasattr(answer, "item") and getattr(answer, "size", 0) == 1:
        answer = answer.item()  # a NumPy scalar, or an array or tensor of one element
    match answer:
        case bool():
            return str(answer).casefold()
        case int() | float():
            return format(float(answer) + 0.0, f".{DIGITS}g")  # + 0.0 turns -0.0 into 0.0
        case str():
            return " ".join(answer.split()).casefold()
        case tuple() | list():
            return f"({', '.join(normalised(part) for part in answer)})"
    raise TypeError(
        f"an answer is a number, a short string or a tuple of them, got {type(answer).__name__}"
    )


def digest(name: str, answer: Any) -> str:
    """The salted hash of an answer to one question, 32 hexadecimal digits."""
    key = hashlib.pbkdf2_hmac("sha256", normalised(answer).encode(), name.encode(), ROUNDS, 16)
    return key.hex()


@cache
def questions() -> dict[str, dict[str, Any]]:
    """Every question's ``right`` hash and its ``hints``, a text for each wrong answer's hash."""
    text = files(__package__).joinpath("quiz.json").read_text(encoding="utf-8")
    loaded: dict[str, dict[str, Any]] = json.loads(text)
    return loaded


def is_right(name: str, answer: Any) -> bool:
    """Whether this is the right answer to the question; TypeError if it can't be an answer."""
    return digest(name, answer) == questions()[name]["right"]


def hint_for(name: str, answer: Any) -> str | None:
    """What to say of this wrong answer, if the course foresaw it."""
    return questions()[name]["hints"].get(digest(name, answer))
