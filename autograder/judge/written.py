"""A student's written answer as it may be shown: Markdown stays, what a browser would run goes.

Feedback and the formgrader turn Markdown into HTML as it is. In the formgrader that page belongs to
the instructor: a script in it could change grades.
"""

from __future__ import annotations

import re

_TAG = re.compile(r"<(?=[a-z/!?])", re.IGNORECASE)
_LINK = re.compile(r"\](?=\(\s*+<?+\s*+(?!https?:|mailto:|attachment:|#))", re.IGNORECASE)
_REFERENCE = re.compile(r"\](?=:)")


def harmless(text: str) -> str:
    """The text with a space where HTML would begin, or a link to anything but the web.

    A space alone leaves everything readable, also in a formula (``$a< b$``) and in code.
    """
    return _REFERENCE.sub("] ", _LINK.sub("] ", _TAG.sub("< ", text)))
