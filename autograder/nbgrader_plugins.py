"""What nbgrader runs in a course of ours: the classes that ``course.settings`` names.

``nbgrader autograde``, its Python API and the formgrader all read ``nbgrader_config.py``, so all
three rebuild a submission, let the judge reach the verdicts, and then save grades as ever.
"""

from __future__ import annotations

import hashlib
import logging
import os
import tempfile
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import nbformat
from nbconvert.exporters import NotebookExporter
from nbgrader.preprocessors import Execute, NbGraderPreprocessor

from .course.create import Course, read_notebook
from .course.earlier import earlier, handed_in
from .course.ordinary import set_aside
from .judge.judge import Judge as _Judge
from .judge.rebuild import grade_id, is_answer, is_check, rebuild
from .judge.record import Judged
from .judge.submission import start_of
from .report import html, text
from .report.page import escaped

KEY = "autograder"  # of what is kept in a graded notebook's metadata
log = logging.getLogger("traitlets")


class GraderFaultError(RuntimeError):
    """A check could not be judged, through no fault of the submission's; nothing is saved."""


class SubmissionExporter(NotebookExporter):
    """Hands a submitted file on unread: nbformat would stop at one that is no notebook."""

    def from_filename(self, filename: str, resources: Any = None, **kwargs: Any) -> Any:
        """An empty notebook in the place of a submission; a rebuilt one as it is."""
        if not self.parent._sanitizing:
            return super().from_filename(filename, resources=resources, **kwargs)
        path = Path(filename)
        resources["metadata"] = {"name": path.stem, "path": str(path.parent)}
        resources["submitted_file"] = os.path.abspath(filename)
        return self.from_notebook_node(nbformat.v4.new_notebook(), resources=resources, **kwargs)


class Rebuild(NbGraderPreprocessor):
    """Puts the answers of a submission, whatever else it holds, into the course's own notebook."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """The notebook to grade; what was unusual about the submission is kept in its metadata."""
        where, folder = resources["nbgrader"], _course(self)
        names = where["assignment"], f"{where['notebook']}.ipynb"
        source = read_notebook(folder.root.joinpath("source", *names))
        released = folder.root.joinpath("release", *names)
        file = _graded_file(folder, resources)
        handed_out = read_notebook(released) if released.is_file() else None
        rebuilt = rebuild(start_of(file), source, handed_out)
        keep_checksums(rebuilt.notebook, handed_out)
        notebook = nbformat.from_dict(rebuilt.notebook)
        notebook.metadata[KEY] = {
            "basis": basis(folder, where["student"], where["assignment"]),
            "notes": [*which(file, folder.source(where["assignment"]).parent), *rebuilt.notes],
        }
        return notebook, resources


def keep_checksums(notebook: dict[str, Any], released: dict[str, Any] | None) -> None:
    """Give each answer cell the checksum that it was handed out with.

    By it nbgrader knows an essay that was left blank, and gives it 0 instead of waiting for a
    manual grade.
    """
    cells = released["cells"] if released else []
    sums = {grade_id(c): c["metadata"]["nbgrader"].get("checksum") for c in cells if is_answer(c)}
    for cell in notebook["cells"]:
        if is_answer(cell) and sums.get(grade_id(cell)):
            cell["metadata"]["nbgrader"]["checksum"] = sums[grade_id(cell)]


def _graded_file(course: Course, resources: Any) -> Path:
    """The file that nbgrader asks for or, where there is none, the only one that is there."""
    asked, where = Path(resources["submitted_file"]), resources["nbgrader"]
    found = course.notebook(where["student"], where["assignment"])
    return asked if found is None or asked.is_file() else found


def which(file: Path, source: Path) -> list[str]:
    """A note that names the graded file, where its name or another notebook leaves a doubt."""
    names = {path.name for path in source.glob("*.ipynb")}
    others = sorted({path.name for path in file.parent.glob("*.ipynb")} - names - {file.name})
    if file.name in names and not others:
        return []
    rest = f", not {', '.join(others)}" if others else ""
    return [f"the file that was graded is {file.name}{rest}"]


class Judge(NbGraderPreprocessor):
    """Judges a rebuilt notebook and writes each verdict as its grade cell's output."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """The notebook with verdicts in; GraderFaultError if the judge itself failed."""
        kept, where = nb.metadata.setdefault(KEY, {"notes": []}), resources["nbgrader"]
        course = _course(self)
        before = earlier(course, where["student"], where["assignment"])
        judged = _judge(str(course.root)).notebook(nb, kept["notes"], before)
        faults = [f"{one.ask.cell}: {one.fault}" for one in judged if one.fault]
        if faults:
            raise GraderFaultError("; ".join(faults))
        kept["records"] = [one.record for one in judged]
        found = {cell: list(group) for cell, group in groupby(judged, lambda one: one.ask.cell)}
        for cell in nb.cells:
            if is_check(cell):
                cell.outputs = outputs(found[grade_id(cell)])
                cell.execution_count = None
        return nb, resources


class Kernel(Execute):
    """Runs a submission's cells, hidden ones included: nbgrader's own way, without the judge.

    What the hidden calls need is in the environment of that kernel alone; the server that grades
    may be the one in which the instructor works. Bodies are saved to a folder that goes with it.
    """

    def preprocess(self, nb: Any, resources: Any, **kwargs: Any) -> tuple[Any, Any]:
        """The notebook as it ran, in a kernel that knows no other submission's bodies."""
        with tempfile.TemporaryDirectory(prefix="minitorch-graded-") as bodies:
            reference = _course(self).root / "grading" / "reference"
            self._own = {"AUTOGRADER_REFERENCE": str(reference), "MINITORCH_STUDENT": bodies}
            return super().preprocess(nb, resources, **kwargs)

    def start_new_kernel(self, **kwargs: Any) -> None:
        """As nbclient starts it, in an environment of its own."""
        super().start_new_kernel(env=os.environ | self._own, **kwargs)


def outputs(judged: Sequence[Judged]) -> list[Any]:
    """A grade cell's outputs: the reports, then an error or the points, which nbgrader reads.

    A bare Python float, and nothing else, is read as that many points; an error is none.
    """
    shown = [_shown(one) for one in judged]
    points = sum(one.points for one in judged)
    if points > 0 or all(one.verdict.outcome == "right" for one in judged):
        data = {"text/plain": repr(float(points))}
        return [*shown, nbformat.v4.new_output("execute_result", data, execution_count=None)]
    worst = next(one for one in judged if one.verdict.outcome != "right")
    said = f"{worst.verdict.slot}: {worst.verdict.outcome}"
    error = {"ename": "CheckFailed", "evalue": said, "traceback": [f"CheckFailed: {said}"]}
    return [*shown, nbformat.v4.new_output("error", **error)]


def _shown(judged: Judged) -> Any:
    """The report as text and, which feedback prefers, as HTML; both with the notes."""
    lines = "".join(f"\nnote: {note}" for note in judged.notes)
    paragraphs = "".join(f"\n<p>note: {escaped(note)}</p>" for note in judged.notes)
    data = {"text/plain": text(judged.verdict) + lines}
    data["text/html"] = html(judged.verdict) + paragraphs
    return nbformat.v4.new_output("display_data", data)


def before_converting(*, notebooks: list[str], **_: Any) -> None:
    """Before nbgrader reads and copies a submission: leave it ordinary files, rightly named."""
    for folder in {Path(path).parent for path in notebooks}:
        set_aside(Path(os.environ["AUTOGRADER_COURSE"]), folder)
    find_misnamed(notebooks)


def find_misnamed(notebooks: list[str]) -> None:
    """Let the one notebook of a wrong name be graded under the right one.

    Nothing is copied: :class:`Rebuild` reads the file that is there, and one that is handed in
    later takes its place.
    """
    for wanted in _expected(notebooks):
        if wanted not in notebooks and len(notebooks) == 1:
            log.warning("%s is graded as %s", notebooks[0], Path(wanted).name)
            notebooks[:] = [wanted]


def _expected(notebooks: Iterable[str]) -> list[str]:
    """The path that the notebook should have, in an assignment of one notebook."""
    folders = {Path(path).parent for path in notebooks}
    if len(folders) != 1:
        return []
    (folder,) = folders
    source = Path(os.environ["AUTOGRADER_COURSE"]) / "source" / folder.name
    names = [path.name for path in source.glob("*.ipynb")]
    return [str(folder / names[0])] if len(names) == 1 else []


def basis(course: Course, student: str, assignment: str) -> str:
    """A hash of all that the grades of a submission rest on; while it holds, so do they."""
    found = hashlib.sha256(grading_code().encode())
    for name in ("AUTOGRADER_SEED", "AUTOGRADER_NO_SANDBOX"):
        found.update(f"{name}={os.environ.get(name, '')}\0".encode())
    folders = [course.submitted(student, assignment), course.source(assignment).parent]
    for name, path in handed_in(course, student, assignment):
        folders += [path.parent, course.source(name).parent]
    settings = [course.root / "nbgrader_config.py", folders[0] / "timestamp.txt"]  # late penalties
    notebooks = [path for folder in folders for path in folder.glob("*.ipynb")]
    for path in [*filter(Path.is_file, settings), *sorted(notebooks)]:
        found.update(f"{path.name}\0".encode() + start_of(path))
    return found.hexdigest()


@cache
def grading_code() -> str:
    """A hash of the packages that grade."""
    root = Path(__file__).resolve().parent
    found = hashlib.sha256()
    for package in (root, root.parent / "minitorch"):
        for path in sorted(package.rglob("*.py")):
            if "student" not in path.relative_to(package).parts:
                found.update(path.read_bytes())
    return found.hexdigest()


@cache
def _judge(root: str) -> _Judge:
    """This process's judge, whose sandbox stays up from one submission to the next."""
    from .judge.examples import ExampleStore

    folder = Path(root) / "grading"
    return _Judge(ExampleStore(folder / "examples"), folder / "reference")


def _course(preprocessor: Any) -> Course:
    """The course whose converter runs this preprocessor."""
    return Course(Path(preprocessor.parent.parent.coursedir.root).resolve())
