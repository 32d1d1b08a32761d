"""What we say of a verdict: the same facts as plain ASCII text and as an HTML fragment.

A report states what was asked, what came back and which oracles agree. What the mistake *looks
like* is a guess: it is phrased as a question and kept apart from the facts.
"""

from .page import html
from .plain import text

__all__ = ["html", "text"]
