"""What is said of each misconception: symptom, concept, and where to read; never the fix."""

from __future__ import annotations

from ...verdict import Misconception
from .formulas import FORMULAS
from .graphs import GRAPHS
from .probabilities import PROBABILITIES
from .sections import OWN, SECTIONS
from .shapes import SHAPES

CATALOG = {**FORMULAS, **SHAPES, **PROBABILITIES, **GRAPHS}

__all__ = ["CATALOG", "OWN", "SECTIONS", "described"]


def described(name: str, slot: str) -> Misconception:
    """The misconception of that id, in words that fit the slot."""
    entry = CATALOG[name]
    notebook, heading = SECTIONS[entry.read] if entry.read else OWN.get(slot, ("", ""))
    plain = heading.replace("`", "").replace("$", "")
    read = f'{notebook}, section "{plain}"' if notebook else ""
    symptom, concept = (part.replace("{slot}", slot) for part in entry[:2])
    return Misconception(name, symptom, concept, read)
