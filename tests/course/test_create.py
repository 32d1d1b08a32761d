"""A course is there as a whole, or not at all."""

import click
import pytest

from autograder.course import create
from autograder.course.create import UNFINISHED, Course, means


@pytest.fixture
def steps(monkeypatch, tmp_path):
    """The steps that take time are left out; each can be made to stop."""
    monkeypatch.chdir(tmp_path)
    for step in ("_build", "_release", "_draw"):
        monkeypatch.setattr(create, step, lambda *_: None)
    clone = tmp_path / "clone"
    for folder in ("notebooks/src", "build/source", "build/reference"):
        (clone / folder).mkdir(parents=True)
    for file in ("notebooks/build.py", "notebooks/src/01-a.py", "build/source/01-a.ipynb"):
        (clone / file).touch()
    monkeypatch.setattr(create, "CLONE", clone)
    return monkeypatch


def interrupt(*_):
    raise KeyboardInterrupt


def test_what_was_interrupted_is_no_course(steps, tmp_path):
    """And the next call makes one in the same folder."""
    steps.setattr(create, "_draw", interrupt)
    with pytest.raises(KeyboardInterrupt):
        create.create(tmp_path / "course")
    with pytest.raises(click.UsageError, match="is no course"):
        Course.at(tmp_path / "course")
    steps.setattr(create, "_draw", lambda *_: None)
    assert create.create(tmp_path / "course").assignments == ["01-a"]
    assert Course.at(tmp_path / "course")


def test_what_was_killed_is_made_anew(steps, tmp_path):
    """Nothing cleaned up then."""
    leftover = tmp_path / "course" / UNFINISHED / "source" / "07-old"
    leftover.mkdir(parents=True)
    assert create.create(tmp_path / "course").assignments == ["01-a"]
    assert not (tmp_path / "course" / UNFINISHED).exists()


def test_a_folder_that_is_not_empty_is_left_alone(steps, tmp_path):
    """Whatever is in it."""
    (tmp_path / "course").mkdir()
    (tmp_path / "course" / "thesis.tex").touch()
    with pytest.raises(click.UsageError, match="not empty"):
        create.create(tmp_path / "course")


def test_a_name_that_does_not_exist_is_refused_before_anything_is_built(steps, tmp_path):
    """With the names that there are."""
    steps.setattr(create, "_build", interrupt)
    with pytest.raises(click.UsageError, match="no notebook 7; there are 01-a"):
        create.create(tmp_path / "course", notebooks=("7",))
    assert not (tmp_path / "course").exists()


@pytest.mark.parametrize("asked", ["2", "02", "02-elementwise"])
def test_a_notebook_is_called_by_name_or_number(asked):
    """With its zero or without."""
    assert means(asked, "02-elementwise")
    assert not means(asked, "12-elementwise")
