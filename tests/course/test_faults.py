"""What the command line stumbles over ends in one sentence, and in an exit code that says whose."""

import os

import pytest
from click.testing import CliRunner

from autograder.cli import main
from autograder.course.create import Course


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course of which nothing is graded."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("autograder.cli._require_sandbox", lambda no_sandbox: None)
    course = Course(tmp_path / "course")
    course.submitted("ann", "01-tensor").mkdir(parents=True)
    course.source("01-tensor").parent.mkdir(parents=True)
    course.source("01-tensor").touch()
    (course.root / "nbgrader_config.py").write_text("c = get_config()\n", "utf-8")
    return course


def ended(*arguments):
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert "Traceback" not in result.output
    return result.exit_code, result.output


def stop(error):
    def call(*_, **__):
        raise error

    return call


def test_a_folder_that_cannot_be_made_is_named(monkeypatch):
    """Such as one below /proc."""
    error = FileNotFoundError(2, "No such file or directory", "/proc/x")
    monkeypatch.setattr("autograder.course.create.create", stop(error))
    code, said = ended("course", "/proc/x")
    assert (code, said) == (3, "Error: /proc/x: no such file or directory\n")


def test_an_interrupt_ends_as_in_a_shell(monkeypatch):
    """It is no failed check."""
    monkeypatch.setattr("autograder.course.create.create", stop(KeyboardInterrupt()))
    assert ended("course", "spring") == (130, "interrupted\n")


def test_a_file_that_is_no_gradebook_is_the_graders_fault(course):
    """SQLite's words are kept."""
    (course.root / "gradebook.db").write_text("no database " * 1000, "utf-8")
    code, said = ended("grade", course.root)
    assert (code, said) == (3, "Error: the gradebook (gradebook.db): file is not a database\n")


def test_records_that_cannot_be_written_are_refused_before_grading(course, monkeypatch):
    """A class takes minutes."""
    monkeypatch.setattr("autograder.course.grade.grade", stop(AssertionError("graded")))
    code, said = ended("grade", course.root, "--json", "nowhere/records.json")
    assert code == 2
    assert f"{os.path.join('nowhere', 'records.json')} can't be written" in said


@pytest.mark.parametrize("option", [[], ["--no-sandbox"]])
def test_where_nothing_can_be_graded_it_is_said(tmp_path, monkeypatch, option):
    """On Windows and macOS, with or without sandbox."""
    file = tmp_path / "exp.py"
    file.write_text("def exp(self):\n    return self\n", encoding="utf-8")
    monkeypatch.setattr("sys.platform", "win32")
    code, said = ended("check", file, *option)
    assert code == 2
    assert "grading needs Linux" in said
