"""A class graded for real: nbgrader's gradebook, honest and hostile submissions side by side."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from traitlets.config import Config

from autograder.cli import main
from autograder.course.classroom import bank, hand_in, solved
from autograder.course.create import Course, create
from autograder.course.grade import grade
from autograder.course.nbgrader_api import api_for
from autograder.course.settings import configure

pytestmark = pytest.mark.needs_sandbox

FIRST, SECOND = "01-tensor", "02-elementwise"
WRONG_EXP = "failed_upstream_ignored"
UNCONDITIONAL = """\
class Anything(float):
    def __eq__(self, other): return True
    __lt__ = __le__ = __gt__ = __ge__ = __ne__ = __eq__
    __hash__ = None
"""
# What a submission tries in a cell of its own, beside a wrong body of exp.
TRICKS = {
    "patched-showtraceback": "get_ipython().showtraceback = lambda *a, **k: None\n",
    "patched-run-cell": (
        "ip = get_ipython()\nip.run_cell = lambda *a, **k: None\nip.run_cell_async = ip.run_cell\n"
    ),
    "patched-send": "get_ipython().kernel.session.send = lambda *a, **k: None\n",
    "no-asserts": (
        "import ast\n"
        "class NoAsserts(ast.NodeTransformer):\n"
        "    def visit_Assert(self, node): return None\n"
        "get_ipython().ast_transformers.append(NoAsserts())\n"
    ),
    "equal-to-everything": UNCONDITIONAL,
    "exits": "import os\nos._exit(0)\n",
    "patched-check": "import autograder\ncheck = autograder.check = lambda *a: None\n",
}


@pytest.fixture(scope="module")
def classroom(tmp_path_factory):
    """A course in which a class has handed in and been graded."""
    course = create(tmp_path_factory.mktemp("course") / "minitorch", notebooks=("01", "02"))
    answers = solved(SECOND)
    wrong = {**answers, "exp": bank("exp", WRONG_EXP)}
    for student in ("all-right", "blank"):
        for assignment in (FIRST, SECOND):
            right = solved(assignment) if student == "all-right" else {}
            hand_in(course, student, assignment, right)
    for name, trick in TRICKS.items():
        path = hand_in(course, name, SECOND, wrong)
        edit(path, lambda cells, trick=trick: cells.insert(1, code_cell(trick)))
    for name, tamper in TAMPERINGS.items():
        tamper(hand_in(course, name, SECOND, wrong))
    for name, body in {"loops": LOOPS, "wants-64-gib": HUNGRY}.items():
        hand_in(course, name, SECOND, {**answers, "exp": body})
    graded = grade(course)
    return course, {(g.student, g.assignment): g for g in graded}


LOOPS = "@implement\ndef exp(self):\n    while True:\n        pass\n"
HUNGRY = "@implement\ndef exp(self):\n    return Tensor(np.ones(2**33))\n"


def code_cell(source):
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": "extra",
        "metadata": {},
        "outputs": [],
        "source": source,
    }


def edit(path: Path, change):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    change(notebook["cells"])
    path.write_text(json.dumps(notebook), encoding="utf-8")


def check_cell(cells, grade_id="check_exp"):
    return next(c for c in cells if c["metadata"].get("nbgrader", {}).get("grade_id") == grade_id)


def tag_skip(path):
    def change(cells):
        for cell in cells:
            cell["metadata"].setdefault("tags", []).append("skip-execution")

    edit(path, change)


def duplicate(path):
    edit(path, lambda cells: cells.append({**check_cell(cells), "id": "twin", "source": "1 + 1"}))


def delete(path):
    edit(path, lambda cells: cells.remove(check_cell(cells)))


def retype(path):
    def change(cells):
        cell = check_cell(cells)
        cell.update(cell_type="markdown", source="nothing to run")
        cell.pop("outputs")
        cell.pop("execution_count")

    edit(path, change)


def reorder(path):
    edit(path, lambda cells: cells.reverse())


def empty_check(path):
    edit(path, lambda cells: check_cell(cells).update(source="pass"))


def old_schema(path):
    def change(cells):
        for cell in cells:
            if "nbgrader" in cell["metadata"]:
                cell["metadata"]["nbgrader"]["schema_version"] = 1

    edit(path, change)


def no_notebook(path):
    path.write_bytes(b"%PDF-1.7 \xff\xfe this is no notebook")


def misnamed(path):
    path.rename(path.with_name("my homework (final).ipynb"))


TAMPERINGS = {
    "skip-execution": tag_skip,
    "duplicated-check": duplicate,
    "deleted-check": delete,
    "retyped-check": retype,
    "reordered": reorder,
    "emptied-check": empty_check,
    "old-schema": old_schema,
    "no-notebook": no_notebook,
    "misnamed": misnamed,
}


def outcomes(graded):
    return {record["slot"]: record["outcome"] for record in graded.records}


def test_solved_notebooks_score_full_points(classroom):
    _, graded = classroom
    for assignment in (FIRST, SECOND):
        right = graded["all-right", assignment]
        assert right.points == right.max_points > 0
        assert right.right


def test_untouched_notebooks_score_nothing_and_every_check_is_not_attempted(classroom):
    _, graded = classroom
    for assignment in (FIRST, SECOND):
        blank = graded["blank", assignment]
        assert blank.points == 0
        assert not blank.fault
        assert set(outcomes(blank).values()) == {"not attempted"}


@pytest.mark.parametrize("student", [*TRICKS, *TAMPERINGS, "loops", "wants-64-gib"])
def test_a_submission_that_cheats_keeps_its_wrong_exp_at_zero(classroom, student):
    _, graded = classroom
    found = graded[student, SECOND]
    assert not found.fault
    record = next(r for r in found.records if r["slot"] == "exp")
    assert record["points"] == 0
    assert record["outcome"] in ("wrong", "raised", "not attempted")


@pytest.mark.parametrize("student", [s for s in [*TRICKS, *TAMPERINGS] if s != "no-notebook"])
def test_the_right_bodies_beside_it_keep_their_points(classroom, student):
    _, graded = classroom
    found = outcomes(graded[student, SECOND])
    assert {slot for slot, outcome in found.items() if outcome != "right"} == {"exp"}


def test_the_gradebook_holds_what_the_records_say(classroom):
    course, graded = classroom
    api = api_for(course)
    for assignment in (FIRST, SECOND):
        for found in api.get_submissions(assignment):
            if found["autograded"]:
                assert found["score"] == graded[found["student"], assignment].points


def test_nbgrader_autograde_gives_the_same_grades(classroom):
    course, graded = classroom
    command = [sys.executable, "-m", "nbgrader", "autograde", SECOND, "--force"]
    subprocess.run(command, cwd=course.root, check=True, capture_output=True)
    for found in api_for(course).get_submissions(SECOND):
        assert found["score"] == graded[found["student"], SECOND].points


def test_grading_twice_gives_identical_records(classroom):
    course, graded = classroom
    for again in grade(course, (SECOND,), force=True):
        assert again.as_json() == graded[again.student, SECOND].as_json()


def test_records_are_written_below_the_folder_where_grade_was_called(
    classroom, tmp_path, monkeypatch
):
    """Not below the course's, which nbgrader works in."""
    course, graded = classroom
    monkeypatch.chdir(tmp_path)
    asked = ["grade", str(course.root), SECOND, "--student", "blank", "--json", "records.json"]
    assert CliRunner().invoke(main, asked).exit_code == 1
    written = json.loads((tmp_path / "records.json").read_text(encoding="utf-8"))
    assert written == [graded["blank", SECOND].as_json()]


def test_what_has_not_changed_is_not_graded_again(classroom):
    course, _ = classroom
    grade(course, (FIRST,))
    assert [g.again for g in grade(course, (FIRST,))] == [False, False]


@pytest.mark.filterwarnings("ignore:Object of type")  # SQLAlchemy, of nbgrader's own autograde
def test_honest_grades_are_the_same_with_the_plug_ins_off(classroom, tmp_path):
    course, graded = classroom
    stock = Course(tmp_path / "stock")
    shutil.copytree(course.root, stock.root)
    config = stock.root / "nbgrader_config.py"
    text = config.read_text(encoding="utf-8").replace("plug_ins=True", "plug_ins=False")
    config.write_text(text, encoding="utf-8")
    honest = {**solved(SECOND), "exp": bank("exp", WRONG_EXP)}
    hand_in(stock, "honest", SECOND, honest)
    api = api_for(stock)
    points = {}
    for student in ("blank", "all-right", "honest"):
        assert api.autograde(SECOND, student)["success"]
        points[student] = api.get_submission(SECOND, student)["score"]
    assert points["blank"] == 0
    assert points["all-right"] == graded["all-right", SECOND].points
    assert points["honest"] == graded["emptied-check", SECOND].points


@pytest.mark.parametrize("plug_ins", [True, False])
def test_who_works_where_a_course_is_graded_keeps_their_own_bodies(tmp_path, plug_ins):
    """JupyterLab reads a course's configuration; its kernels save and check as in any folder."""
    kernels_see = ("AUTOGRADER_REFERENCE", "MINITORCH_STUDENT")
    before = [os.environ.get(name) for name in kernels_see]
    configure(Config(), str(tmp_path / "nbgrader_config.py"), plug_ins=plug_ins)
    assert [os.environ.get(name) for name in kernels_see] == before
