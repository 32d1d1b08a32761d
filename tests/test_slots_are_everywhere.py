"""An op that is added has to be known in many places: each that does not know it is named."""

from pathlib import Path

import pytest

from autograder.diagnosis.catalog import OWN
from autograder.eps_error.ops import OPS
from autograder.exercises import EXERCISES
from autograder.exercises.growing_ops import APPEND
from autograder.exercises.mixed import TOOLS
from autograder.gradcheck.rules import HOUSE
from minitorch.slots import SLOTS
from notebooks.building.course import read_course

ROOT = Path(__file__).parents[1]
BANK = {path.name for path in (ROOT / "tests" / "submissions").iterdir() if any(path.glob("*.py"))}
OF_ALL = {
    "autograder/exercises: an Exercise": EXERCISES,
    "autograder/diagnosis/catalog/sections.py": OWN,
    "tests/submissions": BANK,
}
OF_OPS = {
    "autograder/exercises/growing_ops.py": APPEND,
    "autograder/gradcheck/rules.py": HOUSE,
    "autograder/eps_error/ops.py": OPS,
}


@pytest.mark.parametrize("slot", SLOTS)
def test_a_slot_is_known_everywhere(slot: str):
    """CONTRIBUTING, "Add an op", says what belongs where."""
    places = OF_ALL if slot in TOOLS else OF_ALL | OF_OPS
    missing = [place for place, known in places.items() if slot not in known]
    assert not missing, f"{slot} is missing in {'; '.join(missing)}"


def test_a_tool_is_a_slot():
    """And no op: nothing appends it to a program."""
    assert set(TOOLS) == set(SLOTS) - set(APPEND)


def test_a_slot_is_worth_what_its_lesson_gives():
    """``autograder check FILE`` knows no course, and counts with these."""
    given = {
        cell.name: cell.keys["points"]
        for lesson in read_course(ROOT / "notebooks" / "src")
        for cell in lesson.of_kind("check")
        if cell.name in SLOTS
    }
    assert given == {slot: exercise.points for slot, exercise in EXERCISES.items()}
