"""The command line: ``autograder course | grade | check | doctor | demo | bench | selftest``.

Exit codes: 0 all right, 1 some checks failed, 2 usage, 3 the grader's own fault.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

OUTCOMES = {"right": 0, "wrong": 1, "raised": 1, "not attempted": 1, "grader fault": 3}


class GraderFault(click.ClickException):
    """The grader's own fault, or its surroundings': a full disk, a broken gradebook."""

    exit_code = 3


class SafeGroup(click.Group):
    """A command group whose output survives any console encoding, and that ends in a sentence."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        return super().main(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what it stumbles over is said, without a traceback."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            ctx.exit(130)  # as shells have it: 128 + SIGINT
        except BrokenPipeError:  # whoever read the output is gone; click ends quietly
            raise
        except OSError as error:
            raise GraderFault(_said(error)) from error
        except _database_errors() as error:
            raise GraderFault(f"the gradebook (gradebook.db): {error.orig}") from error


def _said(error: OSError) -> str:
    where = f"{error.filename}: " if error.filename is not None else ""
    return f"{where}{(error.strerror or str(error)).lower()}"


def _database_errors() -> tuple[Any, ...]:
    """What SQLAlchemy, if it is loaded, raises of a file that is no database or is read-only."""
    loaded = sys.modules.get("sqlalchemy.exc")
    return (loaded.DatabaseError,) if loaded else ()


@click.group(cls=SafeGroup, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Check and grade the bodies of a minitorch engine."""


@main.command()
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False))
@click.option("--seed", type=int, help="of the examples that grading draws  [default: a secret]")
@click.option("--notebook", "notebooks", multiple=True, help="take this one alone, e.g. 02")
def course(folder: str, seed: int | None, notebooks: tuple[str, ...]) -> None:
    """Make a complete nbgrader course in DIR."""
    from .course.create import create

    if seed is None:  # whoever knows the seed can draw the same examples, and learn them by heart
        seed = secrets.randbelow(2**31)
    made = create(folder, seed=seed, notebooks=notebooks)
    click.echo(f"{made.root}: {len(made.assignments)} assignments, released")
    for name in made.assignments:
        click.echo(f"  {name}")
    click.echo(
        f"hand out       {folder}/release/\n"
        f"collect into   {folder}/submitted/STUDENT/ASSIGNMENT/\n"
        f"then           autograder grade {folder}"
    )


@main.command()
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False))
@click.argument("assignments", metavar="[ASSIGNMENT]...", nargs=-1)
@click.option("--student", metavar="ID", help="grade this student's submissions alone")
@click.option(
    "--json",
    "json_file",
    type=click.Path(dir_okay=False, path_type=Path, resolve_path=True),
    help="write every record",
)
@click.option("--force", is_flag=True, help="grade again what has not changed")
@click.option("--jobs", type=click.IntRange(1), help="how many at once  [default: the cores]")
@click.option("--scheduler", metavar="ADDRESS", help="run the jobs on this Dask cluster")
@click.option("--no-sandbox", is_flag=True, help="judge without bubblewrap; the records say so")
def grade(
    folder: str,
    assignments: tuple[str, ...],
    student: str | None,
    json_file: Path | None,
    force: bool,
    jobs: int | None,
    scheduler: str | None,
    no_sandbox: bool,
) -> None:
    """Grade what is under DIR/submitted/ with nbgrader, judged in the sandbox."""
    from .course.create import Course
    from .course.grade import grade as grade_class

    where = Course.at(folder)
    _require_writable(json_file)
    _require_sandbox(no_sandbox)
    with _Progress() as progress:
        graded = grade_class(
            where,
            assignments,
            student,
            force=force,
            executor=_cluster(scheduler),
            jobs=jobs,
            begin=progress.begin,
            report=progress.show,
        )
    if json_file:
        text = json.dumps([g.as_json() for g in graded], indent=1, sort_keys=True)
        json_file.write_text(text + "\n", encoding="utf-8")
    faults = [g for g in graded if g.fault]
    click.echo(_summary(graded))
    raise SystemExit(3 if faults else int(not all(g.right for g in graded)))


def _summary(graded: Sequence[Any]) -> str:
    well = [g for g in graded if not g.fault]
    unchanged = sum(not g.again for g in well)
    return f"{len(well)} graded ({unchanged} unchanged), {len(graded) - len(well)} not graded"


class _Progress:
    """A line a submission, and a bar below them where the console can show one."""

    def __enter__(self) -> _Progress:
        from rich.progress import MofNCompleteColumn, Progress

        columns = [*Progress.get_default_columns(), MofNCompleteColumn()]
        self._bar = Progress(*columns, transient=True, disable=not sys.stdout.isatty())
        self._task = self._bar.add_task("grading", total=None)
        self._bar.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._bar.stop()

    def begin(self, total: int) -> None:
        self._bar.update(self._task, total=total)

    def show(self, graded: Any) -> None:
        click.echo(graded.line())
        self._bar.advance(self._task)


def _require_writable(file: Path | None) -> None:
    """Stop before a class is graded and its records can't be written."""
    if file and not os.access(file if file.exists() else file.parent, os.W_OK):
        raise click.UsageError(f"--json: {file} can't be written")


def _require_sandbox(no_sandbox: bool) -> None:
    """Stop where the sandbox does not work, unless grading without it was chosen."""
    if sys.platform != "linux":
        raise click.UsageError(f"grading needs Linux, with or without sandbox; got {sys.platform}")
    from .judge import bwrap

    if no_sandbox:
        os.environ["AUTOGRADER_NO_SANDBOX"] = "1"
        return
    works, why = bwrap.available()
    if not works:
        raise click.ClickException(f"{why}\nsee: autograder doctor")


def _cluster(address: str | None) -> Any:
    if address is None:
        return None
    try:
        from distributed import Client
    except ImportError as error:
        raise click.UsageError(
            "--scheduler needs Dask\ninstall it with: pip install minitorch-course[cluster]"
        ) from error
    return Client(address).get_executor()


@main.command()
@click.argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False))
@click.argument("slots", metavar="[SLOT]...", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="print one record a slot")
@click.option("--seed", default=0, show_default=True, help="of the examples that are drawn")
@click.option("--no-sandbox", is_flag=True, help="judge without bubblewrap; the records say so")
def check(file: str, slots: tuple[str, ...], as_json: bool, seed: int, no_sandbox: bool) -> None:
    """Judge the bodies in FILE (.ipynb or .py): those named, or all that are there."""
    from minitorch.errors import SlotError

    from .course.unjudged import reason
    from .judge import judge_file

    _require_sandbox(no_sandbox)
    try:
        records = judge_file(file, slots or None, seed=seed)
    except SlotError as error:
        raise click.UsageError(str(error)) from error
    if not records:
        raise click.UsageError(f"no body of a slot in {file}: {reason(Path(file))}")
    if as_json:
        click.echo(json.dumps(records, indent=1, sort_keys=True))
    else:
        for record in records:
            click.echo(f"{record['message']}\n")
    raise SystemExit(max(OUTCOMES[record["outcome"]] for record in records))


@main.command()
def doctor() -> None:
    """Say what is installed, whether the sandbox works, and what to do if not."""
    from .course.doctor import examine

    findings = examine()
    for finding in findings:
        click.echo(finding.line())
    raise SystemExit(0 if all(finding.well for finding in findings) else 1)


@main.command()
@click.argument("folder", metavar="[DIR]", default="demo", type=click.Path(file_okay=False))
def demo(folder: str) -> None:
    """Release, collect and grade a sample class in DIR, and make its feedback."""
    from .course.demo import demonstrate

    demonstrate(folder)


@main.command()
@click.option("--students", default=30, show_default=True, help="how many, two notebooks each")
def bench(students: int) -> None:
    """Time grading a class: the judge against stock nbgrader, same submissions, same grades."""
    from .course.bench import measure

    raise SystemExit(measure(students))


@main.command()
@click.option("--seeds", default=1, show_default=True, help="how many seeds for the right bodies")
@click.argument("slots", metavar="[SLOT]...", nargs=-1)
def selftest(seeds: int, slots: tuple[str, ...]) -> None:
    """Grade the graders: which oracle catches which wrong body, and what it is called."""
    from .selftest import selftest as run

    raise SystemExit(run(slots, seeds=seeds))
