"""A student's written answer as it may be shown: Markdown stays, what a browser would run goes.

Feedback and the formgrader turn Markdown into HTML as it is. In the formgrader that page belongs to
the instructor: a script in it could change grades.
"""

from __future__ import annotations

import re
from collections.abc import Container

LONGEST = 20_000  # characters of an answer that are shown; some Markdown takes a page minutes

_TAG = re.compile(r"<(?=[a-z/!?])", re.IGNORECASE)
_LINK = re.compile(r"\](?=\(\s*+<?+\s*+(?!https?:|mailto:|attachment:|#))", re.IGNORECASE)
_PICTURE = re.compile(r"attachment:([^\s)>\"']*)", re.IGNORECASE)
_REFERENCE = re.compile(r"\](?=:)")


def harmless(text: str, pictures: Container[str] = ()) -> str:
    """The text with a space where HTML would begin, or a link to anything but the web.

    A space alone leaves everything readable, also in a formula (``$a< b$``) and in code. A link to
    an attachment that is not among ``pictures`` gets one, too: no page can be made of it.
    """
    if len(text) > LONGEST:
        text = f"{text[:LONGEST]}\n\n(and {len(text) - LONGEST} characters more)"
    text = _REFERENCE.sub("] ", _LINK.sub("] ", _TAG.sub("< ", text)))
    return _PICTURE.sub(lambda m: m[0] if m[1] in pictures else f"attachment: {m[1]}", text)
