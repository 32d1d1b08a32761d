"""What a mistake looks like: answers compared with those of known misconceptions.

A misconception is a small wrong engine (:mod:`.model`). A body looks like it when, on every plain
question that was asked, the two answer alike, and no other misconception does. What does not show
in plain answers (a graph kept alive, arrays that are shared) is told from the kinds of findings
(:mod:`.patterns`). Where nothing fits, or two things do, nothing is said.
"""

from .explain import explain

__all__ = ["explain"]
