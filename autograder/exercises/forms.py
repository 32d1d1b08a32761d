"""How an answer to a quiz question may be written, and what to say where it is another thing."""

from __future__ import annotations

import re
import reprlib
from dataclasses import dataclass
from decimal import Decimal
from math import inf
from numbers import Real
from typing import Any

DIGITS = 6  # significant digits of a number: one third may be given as 0.333333
WANTS = {"number": "one number", "text": "a short string", "tuple": "a tuple"}
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?")  # 89,700, but not 0,625


def normalised(answer: Any) -> str:
    """An answer as text, so that equal answers are equal texts.

    Numbers are rounded to six significant digits, strings lose their case and outer spaces, tuples,
    lists and arrays are alike. TypeError for anything else, an unanswered ``...`` among it.
    """
    match answer := plain(answer):
        case bool():
            return str(answer).casefold()
        case Real() | Decimal():
            return format(_float(answer) + 0.0, f".{DIGITS}g")  # + 0.0 turns -0.0 into 0.0
        case str():
            return " ".join(answer.split()).casefold()
        case tuple() | list():
            return f"({', '.join(normalised(part) for part in answer)})"
    raise TypeError(
        f"an answer is a number, a short string or a tuple of them, got {type(answer).__name__}"
    )


def plain(answer: Any) -> Any:
    """A number of NumPy's, or an array or a tensor, as Python's own number or lists."""
    if hasattr(answer, "detach"):
        answer = answer.detach().numpy()
    if hasattr(answer, "tolist"):
        return answer.item() if answer.size == 1 else answer.tolist()
    return answer


def number_in(answer: Any) -> float | None:
    """The one number that an answer is, however it is written; None if it is none.

    ``5 / 8``, ``Fraction(5, 8)``, ``"5/8"``, ``[0.625]`` and ``(0.625,)`` are alike, as are
    ``89700`` and ``"89,700"``.
    """
    match answer := plain(answer):
        case bool():
            return None
        case Real() | Decimal():
            return _float(answer)
        case str():
            return _spelled(answer)
        case [part]:
            return number_in(part)
    return None


def _spelled(text: str) -> float | None:
    """A number, or a fraction of two, in a string."""
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    if _THOUSANDS.fullmatch(text):
        text = text.replace(",", "")
    try:
        match [float(part) for part in text.split("/")]:
            case [number]:
                return number
            case [over, under]:
                return over / under
    except (ValueError, ZeroDivisionError):
        pass
    return None


def _float(number: Any) -> float:
    try:
        return float(number)
    except OverflowError:  # an integer of hundreds of digits
        return inf if number > 0 else -inf


@dataclass(frozen=True)
class Form:
    """What the answer to a question looks like.

    kind      ``number``, ``text`` or ``tuple``
    decimals  to how many a number is asked for; None where it is exact
    """

    kind: str
    decimals: int | None = None

    def texts(self, answer: Any) -> tuple[str, ...]:
        """An answer as text, as it was given and at the precision that is asked for.

        It is right if one of the texts is that of the right answer: who was asked for one decimal
        and gives four has given the first one, too. TypeError if it can't be an answer.
        """
        number = number_in(answer) if self.kind == "number" else None
        if number is None:
            return (self._other(answer),)
        if self.decimals is None:
            return (normalised(number),)
        return normalised(number), normalised(round(number, self.decimals))

    def _other(self, answer: Any) -> str:
        try:
            return normalised(answer)
        except TypeError as error:
            raise TypeError(self.objection(answer) or str(error)) from error

    def objection(self, answer: Any) -> str | None:
        """What this is in place of what the question wants; None if it has the right form."""
        answer = plain(answer)
        if self._fits(answer):
            return None
        said = f"your answer is {_described(answer)}; the question wants {WANTS[self.kind]}"
        return said + (_asked(answer) if self.kind == "number" else "")

    def _fits(self, answer: Any) -> bool:
        if self.kind == "number":
            return number_in(answer) is not None
        return isinstance(answer, str if self.kind == "text" else (tuple, list))


def form_of(right: Any, decimals: int | None = None) -> Form:
    """The form of a question's answer, as its right one has it."""
    kinds = {str: "text", tuple: "tuple", list: "tuple"}
    return Form(kinds.get(type(right), "number"), decimals)


def _described(answer: Any) -> str:
    match answer:
        case None | bool():
            return f"{answer}"
        case str():
            return f"the text {reprlib.repr(answer)}"
        case tuple():
            return f"a tuple, {reprlib.repr(answer)}"
        case list():
            return f"{len(answer)} values, {reprlib.repr(answer)}"
    return f"of the type {type(answer).__name__}"


def _asked(answer: Any) -> str:
    """A question about several values, or a text, in the place of one number."""
    match answer:
        case str() if "," in answer:
            return ": is there a comma in it?"
        case (_, _) if isinstance(answer, tuple):
            return ": is there a comma in it?"
        case [_, _, *_]:
            return ": does it ask for one of these, or for all of them together?"
    return ""
