"""A demo takes the place of an earlier demo, and of nothing else."""

import click
import pytest

from autograder.course import demo
from autograder.course.create import Course


class StopError(Exception):
    """Raised where the sample class would hand in."""


@pytest.fixture
def made(monkeypatch):
    """A course is made in no time, if the folder is empty; nobody hands in."""

    def create(folder, *, notebooks):
        if folder.exists() and any(folder.iterdir()):
            raise click.UsageError("not empty")
        folder.mkdir(exist_ok=True)
        (folder / "nbgrader_config.py").touch()
        return Course(folder)

    def hand_in(*_):
        raise StopError

    monkeypatch.setattr(demo, "create", create)
    monkeypatch.setattr(demo, "_hand_in", hand_in)


def test_a_real_course_is_not_deleted(made, tmp_path):
    """Its configuration alone does not make it a demo."""
    (tmp_path / "nbgrader_config.py").touch()
    (tmp_path / "gradebook.db").write_text("a term's work", "utf-8")
    with pytest.raises(click.UsageError, match="not empty"):
        demo.demonstrate(tmp_path)
    assert (tmp_path / "gradebook.db").read_text("utf-8") == "a term's work"


def test_an_earlier_demo_is_made_anew(made, tmp_path):
    """Nothing of it stays."""
    with pytest.raises(StopError):
        demo.demonstrate(tmp_path)
    (tmp_path / "gradebook.db").touch()
    with pytest.raises(StopError):
        demo.demonstrate(tmp_path)
    assert not (tmp_path / "gradebook.db").exists()
