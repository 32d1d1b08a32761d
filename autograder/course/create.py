"""Make a complete nbgrader course from the notebooks of this clone."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

CLONE = Path(__file__).resolve().parents[2]
UNFINISHED = ".unfinished"  # the folder, inside, in which a course is made
CONFIG = '''"""nbgrader's configuration of this course; every nbgrader command reads it."""

from autograder.course.settings import configure

c = get_config()  # noqa: F821

c.CourseDirectory.course_id = {name!r}

# seed: of the examples that grading draws. plug_ins=False: grade in a kernel, without the judge,
# which is for a class that is trusted.
configure(c, __file__, seed={seed}, plug_ins=True)
'''


def read_notebook(path: Path) -> dict[str, Any]:
    """One of the course's own notebooks; a student's may be anything, see ``judge.submission``."""
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


@dataclass(frozen=True)
class Course:
    """Where a course keeps what.

    root  holds nbgrader_config.py, source/, release/, submitted/, autograded/, feedback/ and
          gradebook.db, which are nbgrader's, grading/: the reference bodies and the examples,
          and set-aside/: what was handed in and is no ordinary file
    """

    root: Path

    @classmethod
    def at(cls, folder: str | Path) -> Course:
        """The course in that folder; click.UsageError if there is none."""
        root = Path(folder).resolve()
        if not (root / "nbgrader_config.py").is_file():
            raise click.UsageError(
                f"{folder} is no course: it has no nbgrader_config.py\n"
                f"make one with: autograder course {folder}"
            )
        return cls(root)

    @property
    def assignments(self) -> list[str]:
        """The assignments in source/, in order."""
        return sorted(p.parent.name for p in (self.root / "source").glob("*/*.ipynb"))

    def source(self, assignment: str) -> Path:
        """The instructor's notebook of an assignment."""
        return self.root / "source" / assignment / f"{assignment}.ipynb"

    def submitted(self, student: str, assignment: str) -> Path:
        """The folder that a student handed in."""
        return self.root / "submitted" / student / assignment

    def notebook(self, student: str, assignment: str) -> Path | None:
        """What is graded of a submission: the notebook of the right name, or the only one."""
        found = sorted(self.submitted(student, assignment).glob("*.ipynb"))
        usual = [path for path in found if path.stem == assignment]
        return (usual or found)[0] if usual or len(found) == 1 else None

    def autograded(self, student: str, assignment: str) -> Path:
        """The graded notebook."""
        return self.root / "autograded" / student / assignment / f"{assignment}.ipynb"


def create(folder: str | Path, *, seed: int = 0, notebooks: tuple[str, ...] = ()) -> Course:
    """Make a course in an empty folder: configuration, source, release, reference, examples.

    seed       of the examples that grading draws
    notebooks  which of the clone's notebooks to take; all of them if empty

    It is made in a folder inside and moved up at the end, the configuration last: what was
    interrupted is no course, and the next call begins anew.
    """
    root = Path(folder).resolve()
    names = _wanted(notebooks, _there())
    if root.exists() and {path.name for path in root.iterdir()} - {UNFINISHED}:
        raise click.UsageError(
            f"{folder} is not empty; a course wants a folder of its own\n"
            "choose another name, or grade the course that is there with: autograder grade"
        )
    made = Course(root / UNFINISHED)
    shutil.rmtree(made.root, ignore_errors=True)
    made.root.mkdir(parents=True)
    try:
        _make(made, names, root.name, seed)
        for path in sorted(made.root.iterdir(), key=lambda path: path.name == "nbgrader_config.py"):
            path.rename(root / path.name)
    finally:
        os.chdir(root)  # nbgrader worked in the folder that goes
        shutil.rmtree(made.root)
    return Course(root)


def _make(course: Course, names: list[str], course_id: str, seed: int) -> None:
    _build()
    for name in names:
        target = course.source(name)
        target.parent.mkdir(parents=True)
        shutil.copyfile(CLONE / "build" / "source" / f"{name}.ipynb", target)
    shutil.copytree(CLONE / "build" / "reference", course.root / "grading" / "reference")
    config = CONFIG.format(name=course_id, seed=seed)
    (course.root / "nbgrader_config.py").write_text(config, encoding="utf-8")
    _release(course, names)
    _draw(course, seed)


def _there() -> list[str]:
    """The names of the clone's notebooks, in order."""
    if not (CLONE / "notebooks" / "build.py").is_file():
        raise click.UsageError(
            "a course is made from a clone of the project, and this is an installed copy\n"
            "clone it, then run there: make build"
        )
    return sorted(path.stem for path in (CLONE / "notebooks" / "src").glob("*.py"))


def _build() -> None:
    """Build the clone's notebooks."""
    build = [sys.executable, "notebooks/build.py", "--private"]
    subprocess.run(build, cwd=CLONE, check=True)


def _wanted(asked: tuple[str, ...], there: list[str]) -> list[str]:
    """The notebooks whose names were asked for; all if none was."""
    chosen = {ask: [name for name in there if means(ask, name)] for ask in asked}
    unknown = [ask for ask, found in chosen.items() if not found]
    if unknown:
        raise click.UsageError(f"no notebook {', '.join(unknown)}; there are {', '.join(there)}")
    return sorted({name for found in chosen.values() for name in found}) or there


def means(asked: str, name: str) -> bool:
    """Whether a notebook's name, or its number (``2`` or ``02``), was asked for."""
    return asked == name or asked.zfill(2) == name.split("-")[0]


def _release(course: Course, names: list[str]) -> None:
    """Let nbgrader make the students' notebooks and enter the assignments in the gradebook."""
    from .nbgrader_api import api_for, succeed

    api = api_for(course)
    for name in names:
        succeed(api.generate_assignment(name), f"nbgrader generate_assignment {name}")


def _draw(course: Course, seed: int) -> None:
    """Draw the examples that grading asks, so that no submission waits for them."""
    from autograder.judge.examples import ExampleStore
    from autograder.judge.judge import Judge

    sources = [read_notebook(course.source(name)) for name in course.assignments]
    Judge(ExampleStore(course.root / "grading" / "examples"), seed=seed).prepare(sources)
