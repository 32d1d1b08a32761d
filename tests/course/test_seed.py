"""Each course has a seed of its own: answers learnt by heart are no use in the next one."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from autograder.cli import main
from autograder.course import create


@pytest.fixture
def seeds(monkeypatch):
    """The seeds of the courses that are made."""
    found = []

    def note(folder, *, seed, notebooks):
        found.append(seed)
        return create.Course(Path(folder))

    monkeypatch.setattr(create, "create", note)
    return found


def test_a_course_has_a_seed_that_nobody_else_knows(seeds):
    """Two courses, two seeds."""
    for folder in ("spring", "autumn"):
        assert CliRunner().invoke(main, ["course", folder]).exit_code == 0
    first, second = seeds
    assert first != second


def test_a_seed_can_be_given(seeds):
    """So that a course can be made again."""
    assert CliRunner().invoke(main, ["course", "spring", "--seed", "7"]).exit_code == 0
    assert seeds == [7]
